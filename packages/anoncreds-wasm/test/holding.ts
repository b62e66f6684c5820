import { readFileSync } from 'node:fs'
import type { Json, PresentedCredential } from '@lastmile/holder'
import { type AnonCreds, loadAnonCreds } from '../src/anoncreds.ts'
import type { Loose, NativeIssuer } from './native-issuer.ts'

export const loadForTests = (): Promise<AnonCreds> =>
  loadAnonCreds(readFileSync(new URL('../wasm/holder.wasm', import.meta.url)))

/** Until the credential is to be processed: everything that this takes, for tests to change. */
export function requested(anoncreds: AnonCreds, issuer: NativeIssuer, linkSecret: string, index?: number) {
  const definition: Loose = issuer.definition.toJson()
  const offer = issuer.offer()
  const { request, metadata } = anoncreds.createCredentialRequest({ offer, definition, linkSecret, entropy: 'test' })
  const credential: Loose = issuer.issue(offer, request, index)
  const registry: Loose = issuer.registry.toJson()
  return { credential, metadata: metadata as Loose, linkSecret, definition, registry }
}

export interface Held {
  issuer: NativeIssuer
  credential: Loose
}

export function received(anoncreds: AnonCreds, issuer: NativeIssuer, linkSecret: string, index?: number): Held {
  return { issuer, credential: anoncreds.processCredential(requested(anoncreds, issuer, linkSecret, index)) }
}

export const proofRequest = (parts: {
  attributes?: Record<string, object>
  predicates?: Record<string, object>
  nonRevoked?: boolean
}) => ({
  name: 'test',
  version: '1.0',
  nonce: '1234567890123456789012',
  requested_attributes: parts.attributes ?? {},
  requested_predicates: parts.predicates ?? {},
  ...(parts.nonRevoked && { non_revoked: { from: 0, to: 2_000_000_000 } }),
})

export const predicate = (name: string, p_type: string, p_value: number) => ({ name, p_type, p_value })

export type Answer = { held: Held } & Partial<Omit<PresentedCredential, 'credential'>>

export function present(
  anoncreds: AnonCreds,
  linkSecret: string,
  request: Json,
  answers: Answer[],
  selfAttested?: Record<string, string>,
): Loose {
  const issuers = answers.map(({ held }) => held.issuer)
  return anoncreds.createPresentation({
    request,
    linkSecret,
    selfAttested,
    schemas: Object.fromEntries(issuers.map(({ schemaId, schema }) => [schemaId, schema.toJson() as Loose])),
    definitions: Object.fromEntries(
      issuers.map(({ definitionId, definition }) => [definitionId, definition.toJson() as Loose]),
    ),
    credentials: answers.map(({ held, ...chosen }) => ({
      credential: held.credential,
      revealed: [],
      unrevealed: [],
      predicates: [],
      ...chosen,
    })),
  })
}
