import type { ProofRequest } from '@lastmile/contracts'
import { AgentError } from '../port.ts'
import { type PublishedObjects, Unresolvable } from '../registry/published-objects.ts'

/**
 * A proof is asked for with our own credentials only: nothing of anybody else is fetched or checked here, so no proof of it
 * could ever count. Throws `invalid` when a restriction names another's definition, schema or issuer.
 */
export async function checkRestrictions(request: ProofRequest, objects: PublishedObjects): Promise<void> {
  const referents = [request.requested_attributes, request.requested_predicates].flatMap((each) => Object.values(each))
  const restrictions = referents.flatMap((referent) => referent.restrictions)
  const named = (key: keyof (typeof restrictions)[number]) =>
    new Set(restrictions.flatMap((restriction) => restriction[key] ?? []))
  try {
    await Promise.all([
      ...[...named('cred_def_id')].map((id) => objects.credentialDefinition(id)),
      ...[...named('schema_id')].map((id) => objects.schema(id)),
      ...[...named('issuer_id'), ...named('issuer_did')].map((did) => objects.checkIssuer(did)),
    ])
  } catch (error) {
    if (!(error instanceof Unresolvable)) throw error
    throw new AgentError('invalid', 'Only credentials that this issuer has issued can be asked for.', { cause: error })
  }
}
