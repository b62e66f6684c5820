import { protocolMessageLimits } from '@lastmile/contracts'

/** The lists of the parts of one protocol's messages that may be seen: all others become placeholders. */
export interface Allowed {
  /** Keys that the protocol defines. */
  keys: ReadonlySet<string>
  /** Fields of our own messages whose values are shown. */
  ownValues: ReadonlySet<string>
  /** Signatures and proofs: long, and of no meaning to a reader. */
  collapsed: ReadonlySet<string>
  /** Whether a value under this key, of either side, says nothing of a person and opens nothing. */
  isHarmless(key: string, value: unknown, names: ReadonlySet<string>): boolean
}

export interface Redaction {
  allowed: Allowed
  /** Whether we wrote the message: its keys and the names in it are ours then. */
  own: boolean
  /** Names of attributes and referents that we asked for: a wallet's answer may repeat them. */
  names: ReadonlySet<string>
}

/** The words of a text, for long lists of them. */
export const wordsIn = (text: string): Set<string> => new Set(text.trim().split(/\s+/))

export const most = { depth: 14, entries: 24, fields: 200, keyLength: 100, decodedLength: 400_000 }

/** The message, or where it is too long to be kept the fields of it that say what it is. */
export function bounded(shown: Record<string, unknown>, kept: Record<string, unknown> = {}): Record<string, unknown> {
  return JSON.stringify(shown).length <= protocolMessageLimits.bytes ? shown : { ...kept, '…': 'too long to show' }
}

/**
 * A message with everything in it replaced by placeholders that is not on a list of harmless parts. What is new,
 * unknown or odd is left out by itself; nothing has to be recognised as a secret.
 */
export function blanked(value: object, redaction: Redaction, depth = 0): Record<string, unknown> {
  const keys = Object.keys(value)
  const shown: Record<string, unknown> = {}
  // No honest wallet sends that many fields, and reading each would delay all others.
  let hidden = Math.max(0, keys.length - most.fields)
  for (const key of keys.slice(0, most.fields)) {
    const each: unknown = Reflect.get(value, key)
    if (each === undefined) continue
    if (!isShownKey(key, redaction) || Object.keys(shown).length >= most.entries) hidden++
    else if (key === 'base64' && typeof each === 'string') Object.assign(shown, decoded(each, redaction, depth + 1))
    else shown[key] = shownValue(key, each, redaction, depth + 1)
  }
  if (hidden > 0) shown['…'] = hidden === 1 ? 'one more field' : `${hidden} more fields`
  return shown
}

const isShownKey = (key: string, { allowed, own, names }: Redaction) =>
  key.length <= most.keyLength && key !== '__proto__' && (own || allowed.keys.has(key) || names.has(key))

function shownValue(key: string, value: unknown, redaction: Redaction, depth: number): unknown {
  const { allowed, own, names } = redaction
  if (value === null) return null
  if (typeof value === 'object') {
    if (allowed.collapsed.has(key)) return `… (cryptographic data, ${JSON.stringify(value).length} characters)`
    if (depth > most.depth) return '…'
    if (!Array.isArray(value)) return blanked(value, redaction, depth)
    const items = value.slice(0, most.entries).map((item) => shownValue(key, item, redaction, depth + 1))
    return value.length > items.length ? [...items, `… (${value.length - items.length} more)`] : items
  }
  const isShown =
    (own && (allowed.ownValues.has(key) || typeof value === 'boolean')) || allowed.isHarmless(key, value, names)
  return isShown ? value : placeholder(value)
}

/** An attachment's content when it is JSON; its length alone otherwise. */
function decoded(base64: string, redaction: Redaction, depth: number): Record<string, unknown> {
  const content = base64.length <= most.decodedLength ? jsonIn(base64) : undefined
  if (!content) return { base64: `… (encoded data, ${base64.length} characters)` }
  return { 'base64, decoded': blanked(content, redaction, depth) }
}

/** The object that Base64 holds as JSON; undefined when it holds something else. */
export function jsonIn(base64: string): object | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(base64, 'base64').toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function placeholder(value: unknown): string {
  if (typeof value === 'boolean') return '… (yes or no)'
  if (typeof value !== 'string') return '… (number)'
  return `… (${kindOf(value)}, ${value.length} characters)`
}

function kindOf(value: string): string {
  if (/^-?\d+$/.test(value)) return 'number'
  if (value.startsWith('did:')) return 'DID'
  if (/^[a-z]+:\/\//.test(value)) return 'link'
  return /^[\w+/=.-]{40,}$/.test(value) ? 'encoded data' : 'text'
}
