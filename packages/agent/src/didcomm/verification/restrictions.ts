import type { AnonCredsProofRequest, AnonCredsRequestedPredicate, AnonCredsSchema } from '@credo-ts/anoncreds'
import type { Restriction } from '@lastmile/contracts'
import type { Identifier, ParsedPresentation } from './presentation-schema.ts'
import { notVerifiable, Refusal } from './refusal.ts'

/** The request's demands on one credential of a presentation. */
export interface CredentialRequirement {
  identifier: Identifier
  /** One list per referent that this credential answers; of each list at least one must hold. */
  restrictions: Restriction[][]
  /** Seconds since 1970; present when non-revocation was asked for. */
  nonRevoked?: { from: number; to: number }
}

/** Sorts the request's conditions by the credential that is to fulfil them. Runs after `checkRequest`. */
export function requirementsOf(
  request: AnonCredsProofRequest,
  presentation: ParsedPresentation,
): CredentialRequirement[] {
  const requirements: CredentialRequirement[] = presentation.identifiers.map((identifier) => ({
    identifier,
    restrictions: [],
  }))
  for (const { restrictions, nonRevoked: moment, index } of claimsOf(request, presentation)) {
    const credential = requirements[index]
    if (!credential) throw notVerifiable('a claim points to no credential')
    credential.restrictions.push(restrictions)
    if (moment) {
      const { from = 0, to = Number.POSITIVE_INFINITY } = credential.nonRevoked ?? {}
      credential.nonRevoked = { from: Math.max(from, moment.from ?? 0), to: Math.min(to, moment.to ?? to) }
    }
  }
  return requirements
}

/**
 * Referents with equal conditions on one kind of credential are one requirement, which one credential has to answer:
 * with two, a wallet could show one person's name and prove another's age. Throws `Refusal`.
 */
export function checkOneCredential(request: AnonCredsProofRequest, presentation: ParsedPresentation): void {
  const answeredBy = new Map<string, number>()
  for (const { restrictions, requirement, index } of claimsOf(request, presentation)) {
    if (!isOfOneKind(restrictions)) continue
    if ((answeredBy.get(requirement) ?? index) !== index)
      throw new Refusal('mixed-credentials', 'one requirement was answered from several credentials')
    answeredBy.set(requirement, index)
  }
}

/** An issuer alone names no kind: a request may mean two kinds by it. */
const isOfOneKind = (restrictions: Restriction[]): boolean =>
  restrictions.length > 0 &&
  restrictions.every(({ cred_def_id, schema_id }) => cred_def_id !== undefined || schema_id !== undefined)

/** Pairs each claim with the conditions of its referent. */
function claimsOf(request: AnonCredsProofRequest, { requested_proof: claims }: ParsedPresentation) {
  const attributes = Object.entries({ ...claims.revealed_attrs, ...claims.revealed_attr_groups }).map(
    ([referent, { sub_proof_index }]) => [request.requested_attributes[referent], sub_proof_index] as const,
  )
  const predicates = Object.entries(claims.predicates).map(
    ([referent, { sub_proof_index }]) => [request.requested_predicates[referent], sub_proof_index] as const,
  )
  return [...attributes, ...predicates].map(([asked, index]) => {
    if (!asked) throw notVerifiable('a claim answers nothing that was asked')
    return {
      restrictions: (asked.restrictions ?? []) as Restriction[],
      nonRevoked: asked.non_revoked ?? request.non_revoked,
      requirement: requirementKey(request, asked),
      index,
    }
  })
}

type Conditions = Pick<AnonCredsRequestedPredicate, 'restrictions' | 'non_revoked'>

/** Equal for referents of one requirement. */
export const requirementKey = (request: Pick<Conditions, 'non_revoked'>, asked: Conditions): string =>
  JSON.stringify([asked.restrictions, asked.non_revoked ?? request.non_revoked])

/**
 * Whether the credential can be one that was asked for, as far as its identifiers tell, and its schema where given.
 * Decided once without it, before anything is looked up, so that a wallet cannot send us to addresses of its choice.
 * Throws `Refusal`.
 */
export function checkKind({ identifier, restrictions }: CredentialRequirement, schema?: AnonCredsSchema): void {
  for (const alternatives of restrictions) {
    const possible = alternatives.filter((restriction) => identifiersMeet(restriction, identifier))
    if (possible.length === 0) throw notVerifiable('a credential is not of the kind or issuer that was asked for')
    if (schema && !possible.some((restriction) => schemaMeets(restriction, schema)))
      throw notVerifiable('a credential has another schema than asked for')
  }
}

const schemaMeets = ({ schema_name, schema_version }: Restriction, { name, version }: AnonCredsSchema): boolean =>
  (schema_name ?? name) === name && (schema_version ?? version) === version

/** In did:webvh the identifier of a definition begins with the DID of its issuer. */
export const issuerOf = (objectId: string): string => objectId.split('/', 1)[0] ?? ''

/** Without `issuer_did`: our requests name issuers by `issuer_id` (exchanges/proof-request.ts). */
function identifiersMeet(restriction: Restriction, { schema_id, cred_def_id }: Identifier): boolean {
  const issuer = issuerOf(cred_def_id)
  return (
    (restriction.cred_def_id ?? cred_def_id) === cred_def_id &&
    (restriction.schema_id ?? schema_id) === schema_id &&
    (restriction.issuer_id ?? issuer) === issuer
  )
}
