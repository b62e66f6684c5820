import type { AnonCredsProofRequestRestriction, AnonCredsRequestProofFormat } from '@credo-ts/anoncreds'
import type { CredentialSource, Question, Requirement, Show } from '../../port/exchanges.ts'

/**
 * Non-revocation is asked for the present moment alone: holders refuse an interval without a beginning, and one with
 * only an end accepts a stale proof (docs/pitfalls.md, 13). A verifier that is not the issuer takes older lists.
 * @param definitionIds of the definitions that it names, by their keys
 * @param now in seconds since 1970
 * @param oldestList seconds for which a list is used that cannot be read anew
 */
export function anonCredsRequest(
  { title, version, show, prove }: Question,
  definitionIds: ReadonlyMap<string, string>,
  now: number,
  oldestList = 0,
): AnonCredsRequestProofFormat {
  const conditions = ({ of, unrevoked }: Requirement) => ({
    restrictions: of.map((source) => restriction(source, definitionIds)),
    non_revoked: unrevoked ? { from: now - oldestList, to: now } : undefined,
  })
  return {
    name: title,
    version,
    requested_attributes: mapValues(show, (asked) => ({ ...namesOf(asked), ...conditions(asked) })),
    requested_predicates: mapValues(prove, (asked) => ({
      name: asked.attribute,
      p_type: asked.comparison,
      p_value: asked.bound,
      ...conditions(asked),
    })),
  }
}

const namesOf = (show: Show) => ('attribute' in show ? { name: show.attribute } : { names: show.attributes })

/** The native library knows the issuer as `issuer_id`; `issuer_did` is for the short DIDs of Indy alone. */
function restriction(
  { definitionKey, typeId, name, version, issuer }: CredentialSource,
  definitionIds: ReadonlyMap<string, string>,
): AnonCredsProofRequestRestriction {
  const definitionId = definitionKey === undefined ? undefined : definitionIds.get(definitionKey)
  // Left out, anything would do in its place.
  if (definitionKey !== undefined && definitionId === undefined) throw new Error('A definition has no identifier')
  return {
    cred_def_id: definitionId,
    schema_id: typeId,
    schema_name: name,
    schema_version: version,
    issuer_id: issuer,
  }
}

function mapValues<From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
