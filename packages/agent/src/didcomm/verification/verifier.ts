import type { AnonCredsProofRequest } from '@credo-ts/anoncreds'
import type { Crypto } from '../../core/crypto/crypto.ts'
import { type PublishedObjects, Unresolvable } from '../registry/published-objects.ts'
import { run } from './checks.ts'
import type { Material, Revocation } from './material.ts'
import { presentationSchema, type SubProof } from './presentation-schema.ts'
import { type CredentialRequirement, requirementsOf } from './restrictions.ts'
import type { ShownCondition } from './shown-conditions.ts'

type Objects = Pick<PublishedObjects, 'schema' | 'credentialDefinition' | 'registry' | 'statusList'>

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
    await run('form', request, presentation)
    const parsed = presentationSchema.parse(presentation)
    await run('conditions', request, parsed, shownConditions)
    await run('request', request, parsed)
    await run('shown-values', request, parsed)
    await run('numbers', parsed)
    const requirements = requirementsOf(request, parsed)
    for (const requirement of requirements) await run('kind', requirement)
    await run('one-credential', request, parsed)

    const found = await Promise.all(
      requirements.map((requirement, index) => this.#lookUp(requirement, parsed.proof.proofs[index])),
    )
    for (const material of found) await run('published', material)
    const materials = found.filter((material) => material !== undefined)
    for (const material of materials) {
      await run('kind', material.requirement, material.schema.content)
      await run('non-revocation', material)
      await run('newest-list', material)
    }
    await run('proof', this.#crypto, request, parsed, materials)
  }

  /** @returns undefined when an object that the credential names is not ours */
  async #lookUp(requirement: CredentialRequirement, subProof: SubProof | undefined): Promise<Material | undefined> {
    const { schema_id, cred_def_id } = requirement.identifier
    try {
      const [schema, credentialDefinition, revocation] = await Promise.all([
        this.#objects.schema(schema_id),
        this.#objects.credentialDefinition(cred_def_id),
        this.#revocation(requirement, subProof),
      ])
      return { requirement, schema, credentialDefinition, ...(revocation && { revocation }) }
    } catch (error) {
      if (error instanceof Unresolvable) return undefined
      throw error
    }
  }

  async #revocation(
    { identifier: { rev_reg_id: registryId, timestamp }, nonRevoked }: CredentialRequirement,
    subProof: SubProof | undefined,
  ): Promise<Revocation | undefined> {
    if (!registryId || !timestamp || !subProof?.non_revoc_proof) return undefined
    const isOlder = nonRevoked && timestamp < nonRevoked.from
    const [registry, statusList, inForce] = await Promise.all([
      this.#objects.registry(registryId),
      this.#objects.statusList(registryId, timestamp),
      isOlder && this.#objects.statusList(registryId, nonRevoked.from),
    ])
    const older = isOlder && inForce ? { requestedFrom: nonRevoked.from, inForce } : undefined
    return { registryId, timestamp, registry, statusList, ...(older && { older }) }
  }
}
