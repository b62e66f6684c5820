import type { CredentialRequirement, ProofRequest, RequestOptions } from '@lastmile/contracts'
import { sameCredential, startCase } from './credential-name.ts'
import { predicatesOf } from './use-case.ts'

/**
 * The proof request of a PROOF screen (docs/product.md, section 7): one attribute group per credential, one entry per
 * predicate, and for each the credential definition that it must come from.
 *
 * @param definitionIds `cred_def_id` by start-cased credential name; a requirement's own `cred_def_id` comes first.
 * @throws Error when a credential has no definition id, because a request by name alone could be met by anyone.
 */
export function buildProofRequest(
  options: RequestOptions,
  definitionIds: Readonly<Record<string, string>>,
  version: string,
): ProofRequest {
  const request: ProofRequest = {
    name: options.title,
    version,
    requested_attributes: {},
    requested_predicates: {},
  }
  for (const requirement of options.requestedCredentials) {
    const credential = startCase(requirement.name)
    // With equal conditions, all that is asked of one credential is one requirement, for one card to answer.
    const nonRevoked = options.requestedCredentials.some(
      (other) => other.nonRevoked && sameCredential(other.name, requirement.name),
    )
    const shared = sharedPart({ ...requirement, nonRevoked }, definitionIds[credential])
    if (requirement.properties?.length) {
      request.requested_attributes[freeKey(request.requested_attributes, credential)] = {
        names: requirement.properties,
        ...shared,
      }
    }
    for (const predicate of predicatesOf(requirement)) {
      request.requested_predicates[freeKey(request.requested_predicates, `${credential} ${predicate.name}`)] = {
        name: predicate.name,
        p_type: predicate.type,
        p_value: Number(predicate.value),
        ...shared,
      }
    }
  }
  return request
}

function sharedPart(requirement: CredentialRequirement, definitionId: string | undefined) {
  const credDefId = requirement.cred_def_id ?? definitionId
  if (credDefId === undefined) throw new Error(`No credential definition is known for ${requirement.name}.`)
  const restriction = { cred_def_id: credDefId, ...(requirement.schema_id ? { schema_id: requirement.schema_id } : {}) }
  // The moment is the server's: an empty interval says only that the credential must not be revoked.
  return { restrictions: [restriction], ...(requirement.nonRevoked ? { non_revoked: {} } : {}) }
}

/** Two requirements may name one credential; their referents must still differ. */
function freeKey(taken: Readonly<Record<string, unknown>>, wanted: string): string {
  let key = wanted
  for (let count = 2; key in taken; count += 1) key = `${wanted} ${count}`
  return key
}
