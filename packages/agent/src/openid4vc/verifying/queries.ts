import { agesClaim, statedAge } from '@lastmile/contracts/condition'
import { AgentError } from '../../port/errors.ts'
import type { CredentialSource, Question, Requirement } from '../../port/exchanges.ts'
import { claimName } from '../issuing/claims.ts'
import { credentialType } from '../issuing/credential-types.ts'
import type { Definition } from '../store/definition.ts'
import type { CredentialQuery } from '../store/presentation-request.ts'

interface Known {
  publicUrl: string
  definitions: Definition[]
  /** The day of the request. */
  day: Date
}

/**
 * The query for each credential. Requirements with equal conditions are about one credential.
 * @throws AgentError `invalid` when no credential of this issuer could answer
 */
export function queriesOf({ show, prove }: Question, known: Known): CredentialQuery[] {
  const queries = new Map<string, CredentialQuery>()
  const queryFor = (requirement: Requirement) => {
    const types = [...new Set(requirement.of.flatMap((source) => typesOf(source, known)))]
    if (types.length === 0) throw new AgentError('invalid', 'No credential of this issuer is like that.')
    const { unrevoked } = requirement
    const key = JSON.stringify([types, unrevoked])
    const query = queries.get(key) ?? { types, unrevoked, show: {}, prove: {} }
    queries.set(key, query)
    return query
  }
  for (const [key, requirement] of Object.entries(show)) {
    const isGroup = 'attributes' in requirement
    const attributes = isGroup ? requirement.attributes : [requirement.attribute]
    queryFor(requirement).show[key] = { isGroup, attributes }
  }
  for (const [key, { attribute, comparison, bound, ...requirement }] of Object.entries(prove)) {
    const age = statedAge(attribute, comparison, bound, known.day)
    queryFor(requirement).prove[key] = { attribute, comparison, bound, age }
  }
  return [...queries.values()]
}

function typesOf({ definitionKey, typeId, name, version, issuer }: CredentialSource, known: Known): string[] {
  const { publicUrl, definitions } = known
  if (issuer !== undefined && issuer !== publicUrl) return []
  return definitions
    .filter((definition) => definitionKey === undefined || definition.id === definitionKey)
    .filter((definition) => name === undefined || definition.name === name)
    .filter((definition) => version === undefined || definition.version === version)
    .map(({ slugs }) => slugs.map((slug) => credentialType(publicUrl, slug)))
    .filter((types) => typeId === undefined || types.includes(typeId))
    .flat()
}

/**
 * DCQL (OpenID4VP 1.0, section 6). Conditions but stated ages are compared here, so their values are asked for. A
 * wallet may choose a credential by `lastmile_conditions`; others ignore what they do not know.
 * @param authority key identifier of the root whose credentials are taken (6.1.1.1)
 */
export const dcqlQuery = (queries: CredentialQuery[], format: string, authority: string): object => ({
  credentials: queries.map((query, index) => ({
    id: queryId(index),
    format,
    meta: { vct_values: query.types },
    trusted_authorities: [{ type: 'aki', values: [authority] }],
    claims: claimPaths(query).map((path) => ({ path, ...conditionsAt(path, query) })),
  })),
})

/** A stated age has to be true, which counts as 1. */
function conditionsAt(path: string[], { prove }: CredentialQuery) {
  const compared = Object.values(prove).filter((condition) => comparedPath(condition).join() === path.join())
  const conditions = compared.map(({ age, comparison, bound }) =>
    age === undefined ? { operator: comparison, bound } : { operator: '>=', bound: 1 },
  )
  return conditions.length > 0 ? { lastmile_conditions: conditions } : {}
}

const comparedPath = ({ attribute, age }: CredentialQuery['prove'][string]): string[] =>
  age === undefined ? [claimName(attribute)] : [agesClaim, String(age)]

export const queryId = (index: number): string => `credential_${index + 1}`

/** The claims that answer a query, each once. */
export function claimPaths({ show, prove }: CredentialQuery): string[][] {
  const shown = Object.values(show).flatMap(({ attributes }) => attributes.map((name) => [claimName(name)]))
  const compared = Object.values(prove).map(comparedPath)
  return [...new Map([...shown, ...compared].map((path) => [path.join(), path])).values()]
}
