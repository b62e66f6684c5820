import type { AnonCredsCredentialDefinition, AnonCredsProofRequest } from '@credo-ts/anoncreds'
import type { Crypto } from '../../core/crypto/crypto.ts'
import type { Cacheable, Json } from '../../core/crypto/tasks.ts'
import { type PublishedObjects, Unresolvable } from '../registry/published-objects.ts'
import { checkBinding } from './binding.ts'
import { mostValuesPerReferent, presentationSchema, type SubProof } from './presentation-schema.ts'
import { checkProofValues } from './proof-values.ts'
import { notVerifiable, Refusal } from './refusal.ts'
import {
  type CredentialRequirement,
  checkIdentifiers,
  checkOneCredential,
  checkSchema,
  issuerOf,
  requirementsOf,
} from './restrictions.ts'
import { checkShownConditions, type ShownCondition } from './shown-conditions.ts'
import { isWithinValueLimit } from './value-limit.ts'

type Objects = Pick<PublishedObjects, 'schema' | 'credentialDefinition' | 'registry' | 'statusList'>

/** The material of the cryptographic check for one credential. */
interface Material {
  schema: Cacheable
  credentialDefinition: Cacheable
  revocation?: { registry: Cacheable; statusList: Cacheable; revokesAny: boolean; override?: Override }
}
type Override = Parameters<Crypto['verify']>[0]['intervalOverrides'][number]

/** Decides whether a presentation proves the request. Everything in it counts as forged until proven. */
export class Verifier {
  readonly #crypto: Pick<Crypto, 'verify'>
  readonly #objects: Objects

  constructor(crypto: Pick<Crypto, 'verify'>, objects: Objects) {
    this.#crypto = crypto
    this.#objects = objects
  }

  /** Resolves when the presentation is good. Rejects with `Refusal`, or with the failure that prevented the check. */
  async verify(
    request: AnonCredsProofRequest,
    presentation: unknown,
    shownConditions: readonly ShownCondition[] = [],
  ): Promise<void> {
    if (!isWithinValueLimit(presentation, mostValuesOf(request)))
      throw notVerifiable('larger than any honest presentation')
    const { data: parsed } = presentationSchema.safeParse(presentation)
    if (!parsed) throw notVerifiable('not a presentation')
    checkBinding(request, parsed)
    checkShownConditions(shownConditions, parsed)
    checkProofValues(parsed)
    const requirements = requirementsOf(request, parsed)
    for (const credential of requirements) checkIdentifiers(credential)
    checkOneCredential(request, parsed)

    const materials = await Promise.all(
      requirements.map((credential, index) => this.#material(credential, parsed.proof.proofs[index])),
    ).catch((error) => {
      throw error instanceof Unresolvable ? notVerifiable('a credential names something that is not ours') : error
    })
    const revocations = materials.flatMap(({ revocation }) => revocation ?? [])
    const verdict = await this.#crypto.verify({
      presentation: parsed as Json,
      request: request as unknown as Json,
      schemas: materials.map(({ schema }) => schema),
      credentialDefinitions: materials.map(({ credentialDefinition }) => credentialDefinition),
      registries: revocations.map(({ registry }) => registry),
      statusLists: revocations.map(({ statusList }) => statusList),
      intervalOverrides: revocations.flatMap(({ override }) => override ?? []),
    })
    if (verdict === 'sound') return
    // Bound to the request and yet unsound: a revoked credential looks like this, on a list that revokes any.
    const mayBeRevoked = materials.some(
      ({ revocation }, index) => requirements[index]?.nonRevoked && revocation?.revokesAny,
    )
    if (verdict === 'unsound' && mayBeRevoked)
      throw new Refusal('revoked', 'the credential is not proved to be unrevoked')
    throw notVerifiable('the cryptographic proof is not sound')
  }

  async #material(requirement: CredentialRequirement, subProof: SubProof | undefined): Promise<Material> {
    const { schema_id, cred_def_id } = requirement.identifier
    const [schema, credentialDefinition] = await Promise.all([
      this.#objects.schema(schema_id),
      this.#objects.credentialDefinition(cred_def_id),
    ])
    const { content } = credentialDefinition
    if (content.schemaId !== schema_id || content.issuerId !== issuerOf(cred_def_id))
      throw notVerifiable('a credential definition belongs to another schema or issuer')
    checkSchema(requirement, schema.content)
    return { schema, credentialDefinition, revocation: await this.#revocation(requirement, subProof, content) }
  }

  async #revocation(
    { identifier, nonRevoked }: CredentialRequirement,
    subProof: SubProof | undefined,
    definition: AnonCredsCredentialDefinition,
  ): Promise<Material['revocation']> {
    const { rev_reg_id: registryId, timestamp, cred_def_id } = identifier
    const given = registryId && timestamp && subProof?.non_revoc_proof ? { registryId, timestamp } : undefined
    if (!given) {
      // A credential that cannot be revoked needs no proof that it was not (AnonCreds specification).
      if (nonRevoked && definition.value.revocation) throw notVerifiable('non-revocation was asked for and not proved')
      return undefined
    }
    if (issuerOf(given.registryId) !== issuerOf(cred_def_id)) throw notVerifiable('a registry has another issuer')
    const registry = await this.#objects.registry(given.registryId)
    if (registry.content.credDefId !== cred_def_id) throw notVerifiable('a registry is of another definition')
    const statusList = await this.#objects.statusList(given.registryId, given.timestamp)
    if (statusList.content.timestamp !== given.timestamp) throw notVerifiable('there is no such status list')

    const revokesAny = statusList.content.revocationList.includes(1)
    if (!nonRevoked || given.timestamp >= nonRevoked.from) return { registry, statusList, revokesAny }
    // An older list counts only while no newer one was in force at the moment asked for.
    const inForce = await this.#objects.statusList(given.registryId, nonRevoked.from)
    if (inForce.content.timestamp !== given.timestamp)
      throw new Refusal('revoked', 'the credential is proved unrevoked on an outdated list only')
    const override = {
      registryId: given.registryId,
      requestedFrom: nonRevoked.from,
      listTimestamp: given.timestamp,
    }
    return { registry, statusList, revokesAny, override }
  }
}

function mostValuesOf({ requested_attributes, requested_predicates }: AnonCredsProofRequest): number {
  const referents = Object.keys(requested_attributes).length + Object.keys(requested_predicates).length
  return referents * mostValuesPerReferent
}
