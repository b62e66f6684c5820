import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Credential,
  CredentialDefinition,
  CredentialOffer,
  CredentialRequest,
  CredentialRequestMetadata,
  CredentialRevocationState,
  LinkSecret,
  Presentation,
  PresentationRequest,
  RevocationRegistryDefinition,
  RevocationStatusList,
  Schema,
} from '@hyperledger/anoncreds-shared'
import type { AnonCreds, Json, PresentedCredential } from '../src/holder.ts'

/** A holder's cryptography by the native library. */
export const nativeAnonCreds: AnonCreds = {
  createLinkSecret: () => LinkSecret.create(),
  createCredentialRequest({ offer, definition, linkSecret, entropy }) {
    const made = CredentialRequest.create({
      entropy,
      credentialDefinition: CredentialDefinition.fromJson(definition as never),
      linkSecret,
      linkSecretId: 'default',
      credentialOffer: CredentialOffer.fromJson(offer as never),
    })
    return {
      request: made.credentialRequest.toJson() as Json,
      metadata: made.credentialRequestMetadata.toJson() as Json,
    }
  },
  processCredential({ credential, metadata, linkSecret, definition, registry }) {
    const processed = Credential.fromJson(credential as never).process({
      credentialRequestMetadata: CredentialRequestMetadata.fromJson(metadata as never),
      linkSecret,
      credentialDefinition: CredentialDefinition.fromJson(definition as never),
      revocationRegistryDefinition: registry && RevocationRegistryDefinition.fromJson(registry as never),
    })
    return processed.toJson() as Json
  },
  createPresentation({ request, linkSecret, selfAttested = {}, schemas, definitions, credentials }) {
    const presentation = Presentation.create({
      presentationRequest: PresentationRequest.fromJson(request as never),
      linkSecret,
      selfAttest: selfAttested,
      schemas: mapped(schemas, (schema) => Schema.fromJson(schema as never)),
      credentialDefinitions: mapped(definitions, (definition) => CredentialDefinition.fromJson(definition as never)),
      credentials: credentials.map((presented) => ({
        credential: Credential.fromJson(presented.credential as never),
        ...revocationOf(presented),
      })),
      credentialsProve: credentials.flatMap(({ revealed, unrevealed, predicates }, entryIndex) => [
        ...revealed.map((referent) => ({ entryIndex, referent, isPredicate: false, reveal: true })),
        ...unrevealed.map((referent) => ({ entryIndex, referent, isPredicate: false, reveal: false })),
        ...predicates.map((referent) => ({ entryIndex, referent, isPredicate: true, reveal: true })),
      ]),
    })
    return presentation.toJson() as Json
  },
}

function revocationOf({ credential, revocation }: PresentedCredential) {
  if (!revocation) return {}
  const tailsPath = join(mkdtempSync(join(tmpdir(), 'tails-')), 'tails')
  writeFileSync(tailsPath, revocation.tails)
  const { r_credential } = credential.signature as { r_credential: { i: number } }
  return {
    timestamp: revocation.timestamp,
    revocationState: CredentialRevocationState.create({
      revocationRegistryDefinition: RevocationRegistryDefinition.fromJson(revocation.registry as never),
      revocationStatusList: RevocationStatusList.fromJson(revocation.statusList as never),
      revocationRegistryIndex: r_credential.i,
      tailsPath,
    }),
  }
}

const mapped = <From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
