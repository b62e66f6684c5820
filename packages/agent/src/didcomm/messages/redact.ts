import { credentialPreviewType, goalCodes, protocolMessageKind, protocolMessageLimits } from '@lastmile/contracts'
import { collapsed, isIdentifier, knownFormats, knownKeys, knownMediaTypes, knownWords, shownOfOwn } from './allowed.ts'

export interface Redaction {
  /** Whether we wrote the message: its keys and the names in it are ours then. */
  own: boolean
  /** Names of attributes and referents that we asked for in the thread: a wallet's answer may repeat them. */
  names: ReadonlySet<string>
}

const most = { depth: 14, entries: 24, fields: 200, keyLength: 100, decodedLength: 400_000 }

/**
 * A message with everything in it replaced by placeholders that is not on a list of harmless parts. What is new,
 * unknown or odd is left out by itself; nothing has to be recognised as a secret.
 */
export function redacted(message: object, redaction: Redaction): Record<string, unknown> {
  const shown = shownObject(message, redaction, 0)
  if (JSON.stringify(shown).length <= protocolMessageLimits.bytes) return shown
  const { '@type': type, '@id': id } = shown
  return { '@type': type, '@id': id, '…': 'too long to show' }
}

function shownObject(value: object, redaction: Redaction, depth: number): Record<string, unknown> {
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

const isShownKey = (key: string, { own, names }: Redaction) =>
  key.length <= most.keyLength && key !== '__proto__' && (own || knownKeys.has(key) || names.has(key))

function shownValue(key: string, value: unknown, redaction: Redaction, depth: number): unknown {
  if (value === null) return null
  if (typeof value === 'object') {
    if (collapsed.has(key)) return `… (cryptographic data, ${JSON.stringify(value).length} characters)`
    if (depth > most.depth) return '…'
    if (!Array.isArray(value)) return shownObject(value, redaction, depth)
    const items = value.slice(0, most.entries).map((item) => shownValue(key, item, redaction, depth + 1))
    return value.length > items.length ? [...items, `… (${value.length - items.length} more)`] : items
  }
  return isHarmless(key, value, redaction) ? value : placeholder(value)
}

/** Whether a value under this key says nothing of a person. */
function isHarmless(key: string, value: unknown, { own, names }: Redaction): boolean {
  if (own && shownOfOwn.has(key)) return true
  if (typeof value === 'boolean') return own || knownWords.flags.has(key)
  if (key === 'byte_count') return typeof value === 'number'
  if (typeof value !== 'string') return false
  switch (key) {
    case '@type':
      return protocolMessageKind(value) !== undefined || value === credentialPreviewType
    case '@id':
    case 'thid':
    case 'pthid':
    case 'attach_id':
      return isIdentifier(value)
    case 'goal_code':
      return Object.values<string>(goalCodes).includes(value)
    case 'mime-type':
    case 'mime_type':
    case 'media_type':
      return knownMediaTypes.has(value)
    case 'format':
      return knownFormats.has(value)
    case 'status':
    case 'return_route':
    case 'code':
      return knownWords[key].has(value)
    case 'name':
    case 'names':
      return names.has(value)
    default:
      return false
  }
}

/** An attachment's content when it is JSON; its length alone otherwise. */
function decoded(base64: string, redaction: Redaction, depth: number): Record<string, unknown> {
  const content = base64.length <= most.decodedLength ? jsonIn(base64) : undefined
  if (!content) return { base64: `… (encoded data, ${base64.length} characters)` }
  return { 'base64, decoded': shownObject(content, redaction, depth) }
}

/** The object that Base64 holds as JSON; undefined when it holds something else. */
function jsonIn(base64: string): object | undefined {
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
  return /^[\w+/=-]{40,}$/.test(value) ? 'encoded data' : 'text'
}

/** Names of attributes and referents in a request or an offer of ours. */
export function namesIn(message: unknown, found = new Set<string>(), depth = 0): Set<string> {
  if (typeof message !== 'object' || message === null || depth > most.depth) return found
  for (const [key, value] of Object.entries(message)) {
    if (key === 'requested_attributes' || key === 'requested_predicates') {
      for (const referent of Object.keys(value as object)) found.add(referent)
    }
    if (key === 'name' && typeof value === 'string') found.add(value)
    if (key === 'names' && Array.isArray(value)) for (const name of value) found.add(String(name))
    if (key === 'base64' && typeof value === 'string') namesIn(jsonIn(value), found, depth + 1)
    else namesIn(value, found, depth + 1)
  }
  return found
}
