import { base64url } from 'jose'
import type { Json } from './lab-wallet.ts'

/** Data of an attachment (RFC 0017): base64 with padding, of JSON. */
interface Attachment {
  data: { base64: string }
}
interface Invitation {
  'requests~attach': Attachment[]
}
interface ProofMessage {
  'request_presentations~attach': Attachment[]
}

/**
 * A link whose request for a proof asks something else. The request is not signed: an engine that would refuse to
 * answer the real one answers this one, for the same exchange.
 * @param link an out-of-band invitation (RFC 0434) with a request (RFC 0454) attached
 */
export function alteredLink(link: string, change: (request: Json) => Json): string {
  const url = new URL(link)
  const invitation = JSON.parse(new TextDecoder().decode(base64url.decode(url.searchParams.get('oob') ?? '')))
  for (const attached of (invitation as Invitation)['requests~attach'])
    alter<ProofMessage>(attached, (message) => {
      for (const request of message['request_presentations~attach']) alter(request, change)
      return message
    })
  url.searchParams.set('oob', base64url.encode(JSON.stringify(invitation)))
  return url.href
}

function alter<Content extends object>({ data }: Attachment, change: (content: Content) => Content): void {
  const bytes = Uint8Array.from(atob(data.base64), (character) => character.charCodeAt(0))
  const changed = new TextEncoder().encode(JSON.stringify(change(JSON.parse(new TextDecoder().decode(bytes)))))
  data.base64 = btoa(Array.from(changed, (byte) => String.fromCharCode(byte)).join(''))
}
