import { confirmedPersonSlug } from '@lastmile/contracts/constants'
import { confirmedPersonPath } from '@lastmile/contracts/site'
import { isUploaded } from '@lastmile/contracts/uploaded'
import type { OperatorOptions } from '../../state/preferences/preferences-slice.ts'

/** The presets of a presenter's link, applied before the visit begins. */
export interface Presets extends Partial<OperatorOptions> {
  dark?: boolean
  isOpenid4vc?: boolean
}

type Name = 'theme' | 'hidden' | 'revocation' | 'upload' | 'protocol'

/** For off and for on. */
const words: Record<Name, [string, string]> = {
  theme: ['light', 'dark'],
  hidden: ['0', '1'],
  revocation: ['0', '1'],
  upload: ['0', '1'],
  protocol: ['didcomm', 'openid4vc'],
}

const options = {
  theme: 'dark',
  hidden: 'showHiddenUseCases',
  revocation: 'revocationEnabled',
  upload: 'characterUploadEnabled',
  protocol: 'isOpenid4vc',
} as const satisfies Record<Name, keyof Presets>

const names = Object.keys(words) as Name[]

const startOfDemo = /^\/demo(\/[^/]+)?\/?$/

/**
 * Reads `/demo/{slug}?theme=dark&hidden=1&revocation=1&upload=1&protocol=openid4vc`. Ignores repeated
 * names and unknown values.
 *
 * @returns undefined when the address holds no presets; otherwise the presets, and the query without them
 */
export function readPresenterLink(pathname: string, search: string): { presets: Presets; rest: string } | undefined {
  const query = new URLSearchParams(search)
  if (!startOfDemo.test(pathname) || !names.some((name) => query.has(name))) return undefined
  const presets: Presets = {}
  for (const name of names) {
    const values = query.getAll(name)
    const word = words[name].indexOf(values[0] ?? '')
    if (values.length === 1 && word >= 0) presets[options[name]] = word === 1
    query.delete(name)
  }
  const rest = query.toString()
  return { presets, rest: rest && `?${rest}` }
}

interface Present {
  pathname: string
  currentCharacter: string | null
  presets: Required<Presets>
}

/** The path and query that start a visit with the current options. */
export function presenterLink({ pathname, currentCharacter, presets }: Present): string {
  const query = names.map((name) => `${name}=${words[name][presets[options[name]] ? 1 : 0]}`).join('&')
  return `${startOf(pathname, currentCharacter)}?${query}`
}

/** The visit's starting path. An uploaded character exists only in this browser. */
function startOf(pathname: string, currentCharacter: string | null): string {
  const slug = startOfDemo.exec(pathname)?.[1]?.slice(1) ?? currentCharacter
  if (slug === confirmedPersonSlug) return confirmedPersonPath
  return slug === null || isUploaded(slug) ? '/demo' : `/demo/${slug}`
}
