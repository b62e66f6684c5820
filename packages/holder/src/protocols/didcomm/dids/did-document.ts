import * as z from 'zod/mini'
import { fromBase58, toBase58 } from '../../../core/encoding/base58.ts'
import { checkedKey, fromDidKey, fromMultikey, isKey } from './multikey.ts'

const text = z.string().check(z.maxLength(2_000))
const few = <Item extends z.core.SomeType>(item: Item) => z.array(item).check(z.maxLength(20))

const verificationMethod = z.object({
  id: text,
  type: z.optional(text),
  publicKeyMultibase: z.optional(text),
  publicKeyBase58: z.optional(text),
})

const service = z.object({
  id: z.optional(text),
  type: text,
  priority: z.optional(z.number()),
  serviceEndpoint: z.union([text, z.object({ uri: text }), few(z.object({ uri: text }))]),
  recipientKeys: z.optional(few(text)),
  routingKeys: z.optional(few(text)),
})

/** The part of a DID document that is used here (DID Core 1.0); the rest is left out. */
export const didDocumentSchema = z.object({
  id: text,
  verificationMethod: z.optional(few(verificationMethod)),
  /** The name in documents from before DID Core (RFC 0160). */
  publicKey: z.optional(few(verificationMethod)),
  authentication: z.optional(few(z.union([text, z.looseObject({})]))),
  assertionMethod: z.optional(few(z.union([text, verificationMethod]))),
  service: z.optional(few(service)),
})

export type DidDocument = z.infer<typeof didDocumentSchema>

/** Where and for which key DIDComm v1 messages are packed; keys are Ed25519 in base58. */
export const didcommServiceSchema = z.object({
  endpoint: z.string(),
  recipientKeys: z.array(z.string().check(z.refine(isKey))).check(z.minLength(1)),
  routingKeys: z.array(z.string().check(z.refine(isKey))),
})

export type DidcommService = z.infer<typeof didcommServiceSchema>

/** @returns the first DIDComm v1 service, by priority. Throws when there is none, or a key can't be found. */
export function didcommServiceOf(document: DidDocument): DidcommService {
  const services = (document.service ?? []).filter(({ type }) => type === 'did-communication' || type === 'IndyAgent')
  const [first] = services.sort((one, other) => (one.priority ?? 0) - (other.priority ?? 0))
  if (!first) throw new Error('A DID has no DIDComm service')
  return didcommServiceSchema.parse({
    endpoint: endpointOf(first.serviceEndpoint),
    recipientKeys: (first.recipientKeys ?? []).map((key) => toBase58(keyIn(document, key))),
    routingKeys: (first.routingKeys ?? []).map((key) => toBase58(keyIn(document, key))),
  })
}

function endpointOf(endpoint: z.infer<typeof service>['serviceEndpoint']): string {
  if (typeof endpoint === 'string') return endpoint
  return (Array.isArray(endpoint) ? endpoint[0] : endpoint)?.uri ?? ''
}

/** A key by its reference within the document, as a did:key, or as it is. Throws when it is not there. */
function keyIn(document: DidDocument, reference: string): Uint8Array {
  if (reference.startsWith('did:key:')) return fromDidKey(reference)
  if (!reference.includes('#')) return checkedKey(fromBase58(reference))
  return methodKey(document, reference)
}

/** The Ed25519 key of a verification method. @param reference absolute or relative. Throws when it is not there. */
export function methodKey(document: DidDocument, reference: string): Uint8Array {
  const fragment = reference.slice(reference.indexOf('#'))
  const methods = [...(document.verificationMethod ?? []), ...(document.publicKey ?? [])]
  const method = methods.find(({ id }) => id === reference || id === fragment || id === `${document.id}${fragment}`)
  if (method?.publicKeyMultibase) return fromMultikey(method.publicKeyMultibase)
  if (method?.publicKeyBase58) return checkedKey(fromBase58(method.publicKeyBase58))
  throw new Error('A DID document does not have a key that it names')
}
