import '../src/native.ts'
import {
  Credential,
  CredentialDefinition,
  type CredentialDefinitionPrivate,
  CredentialOffer,
  CredentialRequest,
  CredentialRevocationConfig,
  CredentialRevocationState,
  type KeyCorrectnessProof,
  LinkSecret,
  Presentation,
  PresentationRequest,
  RevocationRegistryDefinition,
  type RevocationRegistryDefinitionPrivate,
  RevocationStatusList,
  Schema,
} from '@hyperledger/anoncreds-shared'
import type { Published, PublishedObjects } from '../src/registry/published-objects.ts'
import { encodedValue } from '../src/verification/value-encoding.ts'

/**
 * An issuer and a holder made of the native library alone, so that a test can make presentations that no honest
 * wallet would send.
 */
export class NativeIssuer {
  readonly did: string
  readonly schemaId: string
  readonly definitionId: string
  readonly registryId: string
  readonly schema: Schema
  readonly definition: CredentialDefinition
  readonly registry: RevocationRegistryDefinition
  readonly #privateKey: CredentialDefinitionPrivate
  readonly #keyProof: KeyCorrectnessProof
  readonly #registryPrivateKey: RevocationRegistryDefinitionPrivate
  /** Oldest first. */
  readonly lists: { timestamp: number; list: RevocationStatusList }[] = []

  constructor(name: string, attributeNames: string[], firstListAt: number) {
    this.did = `did:webvh:Qm${name}:${name}.example`
    this.schemaId = `${this.did}/resources/schema`
    this.definitionId = `${this.did}/resources/definition`
    this.registryId = `${this.did}/resources/registry`
    const issuerId = this.did
    this.schema = Schema.create({ issuerId, name: 'Passport', version: '1.0', attributeNames })
    const definition = CredentialDefinition.create({
      schemaId: this.schemaId,
      schema: this.schema,
      issuerId,
      tag: name,
      signatureType: 'CL',
      supportRevocation: true,
    })
    this.definition = definition.credentialDefinition
    this.#privateKey = definition.credentialDefinitionPrivate
    this.#keyProof = definition.keyCorrectnessProof
    const registry = RevocationRegistryDefinition.create({
      credentialDefinition: this.definition,
      credentialDefinitionId: this.definitionId,
      issuerId,
      tag: name,
      revocationRegistryType: 'CL_ACCUM',
      maximumCredentialNumber: 10,
    })
    this.registry = registry.revocationRegistryDefinition
    this.#registryPrivateKey = registry.revocationRegistryDefinitionPrivate
    const list = RevocationStatusList.create({
      credentialDefinition: this.definition,
      revocationRegistryDefinitionId: this.registryId,
      revocationRegistryDefinition: this.registry,
      revocationRegistryDefinitionPrivate: this.#registryPrivateKey,
      issuerId,
      issuanceByDefault: true,
      timestamp: firstListAt,
    })
    this.lists.push({ timestamp: firstListAt, list })
  }

  issue(holder: LinkSecret | string, index: number, values: Record<string, string>): HeldByTest {
    const linkSecret = holder as string
    const offer = CredentialOffer.create({
      schemaId: this.schemaId,
      credentialDefinitionId: this.definitionId,
      keyCorrectnessProof: this.#keyProof,
    })
    const { credentialRequest, credentialRequestMetadata } = CredentialRequest.create({
      entropy: 'test',
      credentialDefinition: this.definition,
      linkSecret,
      linkSecretId: 'test',
      credentialOffer: offer,
    })
    const credential = Credential.create({
      credentialDefinition: this.definition,
      credentialDefinitionPrivate: this.#privateKey,
      credentialOffer: offer,
      credentialRequest,
      attributeRawValues: values,
      attributeEncodedValues: Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, encodedValue(value)]),
      ),
      revocationConfiguration: new CredentialRevocationConfig({
        registryDefinition: this.registry,
        registryDefinitionPrivate: this.#registryPrivateKey,
        statusList: this.latest.list,
        registryIndex: index,
      }),
    })
    credential.process({
      credentialRequestMetadata,
      linkSecret,
      credentialDefinition: this.definition,
      revocationRegistryDefinition: this.registry,
    })
    return { issuer: this, credential, index }
  }

  revoke(index: number, timestamp: number): void {
    const list = RevocationStatusList.fromJson(this.latest.list.toJson())
    list.update({
      credentialDefinition: this.definition,
      revocationRegistryDefinition: this.registry,
      revocationRegistryDefinitionPrivate: this.#registryPrivateKey,
      issued: [],
      revoked: [index],
      timestamp,
    })
    this.lists.push({ timestamp, list })
  }

  get latest() {
    const latest = this.lists.at(-1)
    if (!latest) throw new Error('There is always a first list')
    return latest
  }
}

export interface HeldByTest {
  issuer: NativeIssuer
  credential: Credential
  index: number
}

export type Request = {
  name: string
  version: string
  nonce: string
  requested_attributes: Record<string, Record<string, unknown>>
  requested_predicates: Record<string, Record<string, unknown>>
  non_revoked?: { from: number; to: number }
}

/** A presentation as JSON, typed loosely on purpose: tests tamper with it. */
// biome-ignore lint/suspicious/noExplicitAny: a forger knows no types.
export type Forgeable = any

/** What a wallet presents: which credential answers which referent, and how. */
export interface Answer {
  held: HeldByTest
  attributes?: string[]
  predicates?: string[]
  /** Referents answered without showing the value. */
  hidden?: string[]
  /** The status list that non-revocation is proved on; none by default. */
  on?: { timestamp: number; list: RevocationStatusList }
}

export function present(
  linkSecret: string,
  request: Request,
  answers: Answer[],
  selfAttest: Record<string, string> = {},
): Forgeable {
  return Presentation.create({
    presentationRequest: PresentationRequest.fromJson(request as never),
    credentials: answers.map(({ held, on }) => ({
      credential: held.credential,
      ...(on && {
        timestamp: on.timestamp,
        revocationState: CredentialRevocationState.create({
          revocationRegistryDefinition: held.issuer.registry,
          revocationStatusList: on.list,
          revocationRegistryIndex: held.index,
          tailsPath: (held.issuer.registry.toJson() as Forgeable).value.tailsLocation,
        }),
      }),
    })),
    credentialsProve: answers.flatMap(({ attributes = [], predicates = [], hidden = [] }, entryIndex) => [
      ...attributes.map((referent) => ({ entryIndex, referent, isPredicate: false, reveal: true })),
      ...hidden.map((referent) => ({ entryIndex, referent, isPredicate: false, reveal: false })),
      ...predicates.map((referent) => ({ entryIndex, referent, isPredicate: true, reveal: true })),
    ]),
    selfAttest,
    linkSecret,
    schemas: Object.fromEntries(answers.map(({ held: { issuer } }) => [issuer.schemaId, issuer.schema])),
    credentialDefinitions: Object.fromEntries(
      answers.map(({ held: { issuer } }) => [issuer.definitionId, issuer.definition]),
    ),
  }).toJson()
}

/** What these issuers have published, and which of it was looked up. */
export function publishedBy(...issuers: NativeIssuer[]) {
  const lookedUp: string[] = []
  const find = (id: string): NativeIssuer => {
    lookedUp.push(id)
    const issuer = issuers.find(({ did }) => id.startsWith(`${did}/`))
    if (!issuer) throw new Error('Not published')
    return issuer
  }
  const published = (id: string, object: { toJson(): unknown }) => {
    const content = object.toJson()
    return { id, content, json: JSON.stringify(content) } as Published<never>
  }
  const objects: Pick<PublishedObjects, 'schema' | 'credentialDefinition' | 'registry' | 'statusList'> = {
    schema: async (_context, id) => published(id, find(id).schema),
    credentialDefinition: async (_context, id) => published(id, find(id).definition),
    registry: async (_context, id) => published(id, find(id).registry),
    statusList: async (_context, id, moment) => {
      const inForce = find(id).lists.findLast(({ timestamp }) => timestamp <= moment)
      if (!inForce) throw new Error('Not published')
      return published(`${id} ${inForce.timestamp}`, inForce.list)
    },
  }
  return { objects, lookedUp }
}

export const newLinkSecret = (): string => LinkSecret.create()
