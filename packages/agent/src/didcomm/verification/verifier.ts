import type { AnonCredsProofRequest } from '@credo-ts/anoncreds'
import type { Crypto } from '../../core/crypto/crypto.ts'
import { OutOfReach } from '../../port/reads.ts'
import { Unresolvable, type VerifierObjects } from '../registry/published-objects.ts'
import { run } from './anoncreds-checks.ts'
import type { Material, Revocation } from './material.ts'
import { presentationSchema, type SubProof } from './presentation-schema.ts'
import { type CredentialRequirement, requirementsOf } from './restrictions.ts'
import type { ShownCondition } from './shown-conditions.ts'

/** Decides whether a presentation proves the request. Everything in it counts as forged until proven. */
export class Verifier {
  readonly #crypto: Pick<Crypto, 'verify'>
  readonly #objects: VerifierObjects

  constructor(crypto: Pick<Crypto, 'verify'>, objects: VerifierObjects) {
    this.#crypto = crypto
    this.#objects = objects
  }

  /**
   * Resolves when the presentation is good. Rejects with `Refusal`, or with the failure that prevented the check.
   * @param objects those of this issuer, unless the verifier is to know others of it
   */
  async verify(
    request: AnonCredsProofRequest,
    presentation: unknown,
    shownConditions: readonly ShownCondition[] = [],
    objects = this.#objects,
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
      requirements.map((requirement, index) => this.#lookUp(requirement, parsed.proof.proofs[index], objects)),
    )
    for (const material of found) await run('published', material)
    const materials = found.filter((material) => material !== undefined)
    for (const material of materials) {
      await run('kind', material.requirement, material.schema.content)
      await run('non-revocation', material)
    }
    await run('proof', this.#crypto, request, parsed, materials)
    // Of a proof that does not hold, its list says nothing.
    for (const material of materials) await run('newest-list', material)
  }

  /** @returns undefined when an object that the credential names is not ours */
  async #lookUp(
    requirement: CredentialRequirement,
    subProof: SubProof | undefined,
    objects: VerifierObjects,
  ): Promise<Material | undefined> {
    const { schema_id, cred_def_id } = requirement.identifier
    try {
      const [schema, credentialDefinition, revocation] = await Promise.all([
        objects.schema(schema_id),
        objects.credentialDefinition(cred_def_id),
        this.#revocation(requirement, subProof, objects),
      ])
      return { requirement, schema, credentialDefinition, revocation }
    } catch (error) {
      if (error instanceof Unresolvable || error instanceof OutOfReach) return undefined
      throw error
    }
  }

  async #revocation(
    { identifier: { rev_reg_id: registryId, timestamp }, nonRevoked }: CredentialRequirement,
    subProof: SubProof | undefined,
    objects: VerifierObjects,
  ): Promise<Revocation | undefined> {
    if (!registryId || !timestamp || !subProof?.non_revoc_proof) return undefined
    const isOlder = nonRevoked && timestamp < nonRevoked.from
    const [registry, statusList, inForce] = await Promise.all([
      objects.registry(registryId),
      objects.statusList(registryId, timestamp),
      isOlder ? objects.statusList(registryId, nonRevoked.from) : undefined,
    ])
    const knownUntil = await objects.knownUntil?.(registryId)
    return { registryId, timestamp, registry, statusList, knownUntil, inForce }
  }
}
