import '@hyperledger/anoncreds-nodejs'
import { createHash, randomBytes } from 'node:crypto'
import {
  Credential,
  CredentialDefinition,
  CredentialDefinitionPrivate,
  CredentialOffer,
  CredentialRequest,
  CredentialRevocationConfig,
  CredentialRevocationState,
  KeyCorrectnessProof,
  LinkSecret,
  Presentation,
  PresentationRequest,
  RevocationRegistryDefinition,
  type RevocationRegistryDefinitionPrivate,
  RevocationStatusList,
  Schema,
} from '@hyperledger/anoncreds-shared'
import { encodedValue } from '@lastmile/formats/anoncreds-values'
import { type SafePrimes, withPrimaryKey } from '../src/core/crypto/primary-key.ts'
import { type Published, type PublishedObjects, Unresolvable } from '../src/didcomm/registry/published-objects.ts'
import { sharedKeys } from './shared-keys.ts'

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

  /** With primes the primary key is ours instead of the library's. */
  constructor(name: string, attributeNames: string[], firstListAt: number, primes?: SafePrimes) {
    this.did = `did:webvh:Qm${name}:${name}.example`
    this.schemaId = `${this.did}/resources/schema`
    this.definitionId = `${this.did}/resources/definition`
    this.registryId = `${this.did}/resources/registry`
    const issuerId = this.did
    this.schema = Schema.create({ issuerId, name: 'Passport', version: '1.0', attributeNames })
    const made = sharedKeys([name, attributeNames], () =>
      jsonOf(
        CredentialDefinition.create({
          schemaId: this.schemaId,
          schema: this.schema,
          issuerId,
          tag: name,
          signatureType: 'CL',
          supportRevocation: true,
        }),
      ),
    )
    const definition = ofJson(primes ? withPrimaryKey(made, primes) : made)
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

  /** Of the group that signatures are computed in, which only the maker of the key can know. */
  get order(): bigint {
    const { p, q } = (this.#privateKey.toJson() as Forgeable).value.p_key
    return BigInt(p) * BigInt(q)
  }

  offer(): CredentialOffer {
    return CredentialOffer.create({
      schemaId: this.schemaId,
      credentialDefinitionId: this.definitionId,
      keyCorrectnessProof: this.#keyProof,
    })
  }

  issue(holder: LinkSecret | string, index: number, values: Record<string, string>): HeldByTest {
    const linkSecret = holder as string
    const offer = this.offer()
    const { credentialRequest, credentialRequestMetadata } = requestFor(this, offer, linkSecret)
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

/** The library checks the offer's key correctness proof before it makes a request. */
export function requestFor(
  { definition }: Pick<NativeIssuer, 'definition'>,
  offer: CredentialOffer,
  linkSecret: string,
) {
  return CredentialRequest.create({
    entropy: 'test',
    credentialDefinition: definition,
    linkSecret,
    linkSecretId: 'test',
    credentialOffer: offer,
  })
}

type Made = ReturnType<typeof CredentialDefinition.create>

const jsonOf = (made: Made) => ({
  credentialDefinition: made.credentialDefinition.toJson() as Forgeable,
  privateKey: made.credentialDefinitionPrivate.toJson() as Forgeable,
  keyCorrectnessProof: made.keyCorrectnessProof.toJson() as Forgeable,
})

const ofJson = (made: ReturnType<typeof jsonOf>): Made => ({
  credentialDefinition: CredentialDefinition.fromJson(made.credentialDefinition as never),
  credentialDefinitionPrivate: CredentialDefinitionPrivate.fromJson(made.privateKey as never),
  keyCorrectnessProof: KeyCorrectnessProof.fromJson(made.keyCorrectnessProof as never),
})

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

/** A presentation: which credential answers which referent, and how. */
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

/** The objects that these issuers published, and which of them were looked up. */
export function publishedBy(...issuers: NativeIssuer[]) {
  const lookedUp: string[] = []
  const find = (id: string): NativeIssuer => {
    lookedUp.push(id)
    const issuer = issuers.find(({ did }) => id.startsWith(`${did}/`))
    if (!issuer) throw new Unresolvable('Not published')
    return issuer
  }
  const published = (id: string, object: { toJson(): unknown }) => {
    const content = object.toJson()
    return { id, content, json: JSON.stringify(content) } as Published<never>
  }
  const objects: Pick<PublishedObjects, 'schema' | 'credentialDefinition' | 'registry' | 'statusList'> = {
    schema: async (id) => published(id, find(id).schema),
    credentialDefinition: async (id) => published(id, find(id).definition),
    registry: async (id) => published(id, find(id).registry),
    statusList: async (id, moment) => {
      const inForce = find(id).lists.findLast(({ timestamp }) => timestamp <= moment)
      if (!inForce) throw new Unresolvable('Not published')
      return published(`${id} ${inForce.timestamp}`, inForce.list)
    },
  }
  return { objects, lookedUp }
}

export const newLinkSecret = (): string => LinkSecret.create()

/**
 * A presentation computed from the issuer's public key alone, which the native library takes: it neither bounds the
 * exponent nor looks whether the challenge covers `a_prime`, so that can be chosen last and makes the equation true.
 * For requests of single attributes, one referent per attribute.
 */
export function presentNothing(request: Request, issuer: NativeIssuer, values: Record<string, string>): Forgeable {
  const key = (issuer.definition.toJson() as Forgeable).value.primary
  const n = BigInt(key.n)
  const power = (base: bigint, exponent: bigint) => modularPower(base, exponent, n)
  const names = Object.keys(key.r)
  const hidden = Object.fromEntries(names.filter((name) => !(name in values)).map((name) => [name, randomNumber(592)]))
  const encoded = Object.fromEntries(Object.entries(values).map(([name, raw]) => [name, encodedValue(raw)]))

  const commitment = power(BigInt(key.s), randomNumber(2048))
  const challenge = fromBytes(
    createHash('sha256')
      .update(toBytes(commitment))
      .update(toBytes(BigInt(request.nonce)))
      .digest(),
  )
  const [v, m2] = [randomNumber(3056), randomNumber(592)]
  let product = (power(BigInt(key.s), v) * power(BigInt(key.rctxt), m2)) % n
  for (const [name, response] of Object.entries(hidden)) product = (product * power(BigInt(key.r[name]), response)) % n
  for (const [name, value] of Object.entries(encoded))
    product = (product * power(BigInt(key.r[name]), challenge * BigInt(value))) % n
  const aPrime = (commitment * power(BigInt(key.z), challenge) * modularInverse(product, n)) % n

  const text = (numbers: Record<string, bigint>) => mapValues(numbers, String)
  const eq_proof = {
    revealed_attrs: encoded,
    a_prime: String(aPrime),
    e: String(1n - challenge * (1n << 596n)),
    v: String(v),
    m: text(hidden),
    m2: String(m2),
  }
  const revealed_attrs = mapValues(request.requested_attributes, ({ name }) => ({
    sub_proof_index: 0,
    raw: values[String(name)],
    encoded: encoded[String(name)],
  }))
  return {
    proof: {
      proofs: [{ primary_proof: { eq_proof, ge_proofs: [] }, non_revoc_proof: null }],
      aggregated_proof: { c_hash: String(challenge), c_list: [] },
    },
    requested_proof: { revealed_attrs, self_attested_attrs: {}, unrevealed_attrs: {}, predicates: {} },
    identifiers: [{ schema_id: issuer.schemaId, cred_def_id: issuer.definitionId }],
  }
}

const mapValues = <From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
const fromBytes = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
const randomNumber = (bits: number) => fromBytes(randomBytes(bits / 8))

function toBytes(number: bigint): Buffer {
  const hex = number.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
}

function modularPower(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n, base % modulus]
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

function modularInverse(number: bigint, modulus: bigint): bigint {
  let [low, high, x, y] = [number % modulus, modulus, 1n, 0n]
  while (high > 0n) [low, high, x, y] = [high, low % high, y, x - (low / high) * y]
  return ((x % modulus) + modulus) % modulus
}
