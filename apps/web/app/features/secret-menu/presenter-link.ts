import type { Protocol } from '@lastmile/contracts'
import { confirmedPersonSlug } from '@lastmile/contracts/constants'
import { protocols } from '@lastmile/contracts/protocols'
import { confirmedPersonPath } from '@lastmile/contracts/site'
import { isUploaded } from '@lastmile/contracts/uploaded'
import type { OperatorOptions } from '../../state/preferences/preferences-slice.ts'

/** The presets of a presenter's link, applied before the visit begins. */
export interface Presets extends Partial<OperatorOptions> {
  dark?: boolean
  protocol?: Protocol
}

/** The option that each name of the link sets, and its words for off and for on. */
const toggles = {
  theme: { option: 'dark', words: ['light', 'dark'] },
  hidden: { option: 'showHiddenUseCases', words: ['0', '1'] },
  revocation: { option: 'revocationEnabled', words: ['0', '1'] },
  upload: { option: 'characterUploadEnabled', words: ['0', '1'] },
} as const satisfies Record<string, { option: keyof Presets; words: readonly [string, string] }>

const names = [...(Object.keys(toggles) as (keyof typeof toggles)[]), 'protocol'] as const

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
    query.delete(name)
    if (values.length !== 1) continue
    const [value] = values
    if (name === 'protocol') {
      const protocol = protocols.find((each) => each === value)
      if (protocol) presets.protocol = protocol
      continue
    }
    const { option, words } = toggles[name]
    const word = (words as readonly string[]).indexOf(value ?? '')
    if (word >= 0) presets[option] = word === 1
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
  const wordOf = (name: keyof typeof toggles) => toggles[name].words[presets[toggles[name].option] ? 1 : 0]
  const query = names.map((name) => `${name}=${name === 'protocol' ? presets.protocol : wordOf(name)}`).join('&')
  return `${startOf(pathname, currentCharacter)}?${query}`
}

/** The visit's starting path. An uploaded character exists only in this browser. */
function startOf(pathname: string, currentCharacter: string | null): string {
  const slug = startOfDemo.exec(pathname)?.[1]?.slice(1) ?? currentCharacter
  if (slug === confirmedPersonSlug) return confirmedPersonPath
  return slug === null || isUploaded(slug) ? '/demo' : `/demo/${slug}`
}
