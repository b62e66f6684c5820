import { randomBytes, randomUUID } from 'node:crypto'
import { signingKey } from '../src/core/nacl.ts'
import { toMultikey } from '../src/protocols/didcomm/dids/multikey.ts'

interface Invited {
  key?: Uint8Array
  fields?: Record<string, unknown>
}

/** A link with an invitation to a connection. */
export function invitationTo(label: string, serviceEndpoint: string, { key, fields }: Invited = {}): string {
  const invited = key ?? signingKey(Uint8Array.from(randomBytes(32))).public
  const invitation = {
    '@type': 'https://didcomm.org/out-of-band/1.1/invitation',
    '@id': randomUUID(),
    label,
    handshake_protocols: ['https://didcomm.org/didexchange/1.1'],
    services: [
      { id: '#inline', type: 'did-communication', recipientKeys: [`did:key:${toMultikey(invited)}`], serviceEndpoint },
    ],
    ...fields,
  }
  return `https://inviter.example/?oob=${Buffer.from(JSON.stringify(invitation)).toString('base64url')}`
}
