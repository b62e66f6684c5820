import { base64url } from 'jose'
import type { Json } from './lab-wallet.ts'

interface Invitation {
  'requests~attach': { data: { base64?: string; json?: ProofMessage } }[]
}
interface ProofMessage {
  'request_presentations~attach': { data: { base64: string } }[]
}

/**
 * A link whose request for a proof asks something else. The request is not signed: an engine that would refuse to
 * answer the real one answers this one, for the same exchange.
 * @param link an out-of-band invitation (RFC 0434) with a request (RFC 0454) attached
 */
export function alteredLink(link: string, change: (request: Json) => Json): string {
  const url = new URL(link)
  const invitation = decoded<Invitation>(url.searchParams.get('oob') ?? '')
  for (const { data } of invitation['requests~attach']) {
    const message = data.json ?? decoded<ProofMessage>(data.base64 ?? '')
    for (const { data: request } of message['request_presentations~attach'])
      request.base64 = encoded(change(decoded(request.base64)))
    if (data.base64 !== undefined) data.base64 = encoded(message)
  }
  url.searchParams.set('oob', base64url.encode(JSON.stringify(invitation)))
  return url.href
}

const decoded = <Value>(text: string): Value =>
  JSON.parse(new TextDecoder().decode(base64url.decode(withLetters(text, '+/', '-_').replace(/=+$/, '')))) as Value

/** An attachment's data (RFC 0017) have padding and other letters than an address. */
function encoded(value: object): string {
  const text = withLetters(base64url.encode(JSON.stringify(value)), '-_', '+/')
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}

const withLetters = (text: string, [first = '', second = '']: string, [one = '', other = '']: string): string =>
  text.replaceAll(first, one).replaceAll(second, other)
