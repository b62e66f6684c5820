import { AgentError, type CredentialSource, type Question, type Requirement } from '@lastmile/agent/port'
import type { ProofRequest, Restriction } from '@lastmile/contracts'

/** A checked request of the API for a proof. */
export interface PresentationRequest {
  proof_request: ProofRequest
  comment?: string | undefined
}

/** One attribute's or condition's. */
type Conditions = Pick<ProofRequest['requested_predicates'][string], 'restrictions' | 'non_revoked'>

/**
 * The question that the API asks in AnonCreds' words.
 * @param keyOf our key of a definition, which the API names by it or as wallets do; rejects when there is none
 */
export async function questionOf(
  { proof_request: request, comment }: PresentationRequest,
  keyOf: (definitionId: string) => Promise<string>,
): Promise<Question> {
  const sourceOf = async ({ cred_def_id, ...rest }: Restriction): Promise<CredentialSource> => ({
    ...(cred_def_id !== undefined && { definitionKey: await keyOf(cred_def_id) }),
    ...partsOf(rest),
  })
  const asked = async ({ restrictions, non_revoked }: Conditions): Promise<Requirement> => ({
    of: joined(await Promise.all(restrictions.map(sourceOf))),
    unrevoked: (non_revoked ?? request.non_revoked) !== undefined,
  })
  return {
    title: request.name,
    version: request.version,
    comment: comment || undefined,
    show: await mapValues(request.requested_attributes, async ({ name, names = [], ...conditions }) => ({
      ...(name === undefined ? { attributes: names } : { attribute: name }),
      ...(await asked(conditions)),
    })),
    prove: await mapValues(request.requested_predicates, async ({ name, p_type, p_value, ...conditions }) => ({
      attribute: name,
      comparison: p_type,
      bound: p_value,
      ...(await asked(conditions)),
    })),
  }
}

function partsOf({ schema_id, schema_name, schema_version, issuer_id, issuer_did }: Restriction): CredentialSource {
  // Two names of one thing: no credential has two issuers.
  if (issuer_id !== undefined && issuer_did !== undefined && issuer_id !== issuer_did)
    throw new AgentError('invalid', 'A credential cannot come from two issuers.')
  const parts = { typeId: schema_id, name: schema_name, version: schema_version, issuer: issuer_id ?? issuer_did }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
}

/**
 * Several restrictions mean *or*: a schema in one and an issuer in another would admit unintended credentials. Those
 * that do not contradict each other are joined; real alternatives stay (docs/product.md, section 3).
 */
function joined(sources: CredentialSource[]): CredentialSource[] {
  const one: CredentialSource = {}
  for (const source of sources) {
    const parts = Object.entries(source) as [keyof CredentialSource, string][]
    if (parts.some(([part, value]) => (one[part] ?? value) !== value)) return sources
    Object.assign(one, source)
  }
  return [one]
}

async function mapValues<From, To>(record: Record<string, From>, map: (value: From) => Promise<To>) {
  const entries = Object.entries(record).map(async ([key, value]) => [key, await map(value)] as const)
  return Object.fromEntries(await Promise.all(entries)) as Record<string, To>
}
