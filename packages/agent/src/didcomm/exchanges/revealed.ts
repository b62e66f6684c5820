import type { AnonCredsProof, AnonCredsProofRequest } from '@credo-ts/anoncreds'
import { attributeKey } from '@lastmile/formats/anoncreds-values'
import type { Presentation } from '../../port/exchanges.ts'
import type { ShownCondition } from '../verification/shown-conditions.ts'

/**
 * The revealed values of a verified presentation, under the names of the request.
 * @param shownConditions that the shown values meet
 */
export function revealed(
  request: AnonCredsProofRequest,
  { requested_proof: proof }: AnonCredsProof,
  shownConditions: readonly ShownCondition[],
): Presentation {
  const groups = Object.entries(proof.revealed_attr_groups ?? {}).map(([referent, { values }]) => {
    const asked = request.requested_attributes[referent]?.names ?? []
    return [referent, Object.fromEntries(Object.entries(values).map(([name, { raw }]) => [spelled(asked, name), raw]))]
  })
  return {
    attributes: Object.fromEntries(Object.entries(proof.revealed_attrs ?? {}).map(([key, { raw }]) => [key, raw])),
    attributeGroups: Object.fromEntries(groups),
    predicates: [...Object.keys(proof.predicates ?? {}), ...shownConditions.map(({ referent }) => referent)],
  }
}

/** Wallets may spell a name as the credential does, with other case and spaces. */
function spelled(asked: string[], name: string): string {
  return asked.find((candidate) => attributeKey(candidate) === attributeKey(name)) ?? name
}
