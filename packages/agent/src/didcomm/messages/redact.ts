import { blanked, bounded, jsonIn, most, type Redaction } from '../../core/messages/blanked.ts'
import { didcommMessages } from './didcomm-content.ts'

/** A DIDComm message as others may see it. */
export function redacted(message: object, redaction: Omit<Redaction, 'allowed'>): Record<string, unknown> {
  const shown = blanked(message, { ...redaction, allowed: didcommMessages })
  const { '@type': type, '@id': id } = shown
  return bounded(shown, { '@type': type, '@id': id })
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
