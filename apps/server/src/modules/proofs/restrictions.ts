import type { ProofRequest, Restriction } from '@lastmile/contracts'

/**
 * The request with the registry's identifiers in place of ours.
 * @param registryIdOf rejects when there is no such credential definition
 */
export async function withRegistryIds(
  request: ProofRequest,
  registryIdOf: (definitionId: string) => Promise<string>,
): Promise<ProofRequest> {
  const translated = async (restriction: Restriction): Promise<Restriction> =>
    restriction.cred_def_id === undefined
      ? restriction
      : { ...restriction, cred_def_id: await registryIdOf(restriction.cred_def_id) }
  const translateAll = async <Referent extends { restrictions: Restriction[] }>(referents: Record<string, Referent>) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(referents).map(
          async ([name, referent]) =>
            [name, { ...referent, restrictions: await Promise.all(referent.restrictions.map(translated)) }] as const,
        ),
      ),
    )
  return {
    ...request,
    requested_attributes: await translateAll(request.requested_attributes),
    requested_predicates: await translateAll(request.requested_predicates),
  }
}
