import { fromBase58 } from '../../../core/encoding/base58.ts'
import { fromBase64Url, toBase64Url } from '../../../core/encoding/base64url.ts'
import { fromUtf8, toUtf8 } from '../../../core/encoding/text.ts'
import { type DidDocument, didDocumentSchema } from './did-document.ts'
import { multihash } from './multihash.ts'
import { toMultikey } from './multikey.ts'

/** Characters of a DID that says its document itself. */
const longest = 10_000

/** The address of a wallet that can't be reached from outside: answers come on the way of what it sends (RFC 0092). */
export const noAddress = 'didcomm:transport/queue'

/** A DID for one connection, with one key and no address (did:peer:2). @param key Ed25519 */
export function createPeerDid(key: Uint8Array): string {
  const service = { t: 'did-communication', s: noAddress, priority: 0, recipientKeys: ['#key-1'], r: [] }
  return `did:peer:2.V${toMultikey(key)}.S${toBase64Url(toUtf8(JSON.stringify(service)))}`
}

/** The document that a did:peer:2, or a long did:peer:4, says itself. Throws when it is another or broken. */
export function resolvePeerDid(did: string): DidDocument {
  if (did.length > longest) throw new Error('A did:peer is too long')
  if (did.startsWith('did:peer:2.')) return documentOf2(did)
  if (did.startsWith('did:peer:4')) return documentOf4(did)
  throw new Error('A did:peer is of a kind that does not say its document')
}

/** Abbreviations in a service of did:peer:2. */
const words = new Map(Object.entries({ t: 'type', s: 'serviceEndpoint', r: 'routingKeys', a: 'accept' }))

function documentOf2(did: string): DidDocument {
  const elements = did.slice('did:peer:2.'.length).split('.')
  const keys = elements.filter((element) => !element.startsWith('S'))
  const services = elements.filter((element) => element.startsWith('S'))
  return didDocumentSchema.parse({
    id: did,
    verificationMethod: keys.map((key, index) => ({ id: `#key-${index + 1}`, publicKeyMultibase: key.slice(1) })),
    service: services.flatMap((encoded) => {
      const decoded: unknown = JSON.parse(fromUtf8(fromBase64Url(encoded.slice(1))))
      return (Array.isArray(decoded) ? decoded : [decoded]).map(inFull)
    }),
  })
}

function inFull(service: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(service).map(([name, value]) => [
    words.get(name) ?? name,
    name === 't' && value === 'dm' ? 'DIDCommMessaging' : value,
  ])
  return Object.fromEntries(entries)
}

/** Multicodec of JSON. */
const jsonPrefix = Uint8Array.of(0x80, 0x04)

function documentOf4(did: string): DidDocument {
  const [hash = '', encoded = ''] = did.slice('did:peer:4'.length).split(':')
  if (!encoded.startsWith('z') || hash !== `z${multihash(encoded)}`)
    throw new Error('The digest of a did:peer:4 is wrong')
  const bytes = fromBase58(encoded.slice(1), longest)
  if (bytes[0] !== jsonPrefix[0] || bytes[1] !== jsonPrefix[1]) throw new Error('A did:peer:4 is not of JSON')
  const document: unknown = JSON.parse(fromUtf8(bytes.subarray(2)))
  return didDocumentSchema.parse({ ...(document as object), id: did })
}
