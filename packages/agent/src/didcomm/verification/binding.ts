import type { AnonCredsProofRequest } from '@credo-ts/anoncreds'
import type { PredicateOperator } from '@lastmile/contracts'
import { attributeKey, encodedValue } from '@lastmile/formats/anoncreds-values'
import type { ParsedPresentation, SubProof } from './presentation-schema.ts'
import { notVerifiable, Refusal } from './refusal.ts'

// These tie what a presentation claims to what was asked and to what its cryptographic proofs contain. The native
// verifier checks that proofs are sound but not that they prove what was requested: a wallet that swaps the request for
// another one would pass.

/** Each claimed condition is proved as asked; that none is left out is for `checkRequest`. Throws `Refusal`. */
export function checkProvedConditions(request: AnonCredsProofRequest, presentation: ParsedPresentation): void {
  const { proof, requested_proof } = presentation
  const claimed = new Map(Object.entries(requested_proof.predicates))
  for (const [referent, { name, p_type, p_value }] of Object.entries(request.requested_predicates)) {
    const claim = claimed.get(referent)
    if (!claim) continue
    const proven = subProofAt(proof.proofs, claim.sub_proof_index).primary_proof.ge_proofs.some(
      ({ predicate }) =>
        attributeKey(predicate.attr_name) === attributeKey(name) &&
        predicate.p_type === provenOperator[p_type] &&
        predicate.value === p_value,
    )
    if (!proven) throw new Refusal('predicate-not-met', 'another condition was proved than asked')
  }
}

const provenOperator: Record<PredicateOperator, string> = { '>=': 'GE', '>': 'GT', '<=': 'LE', '<': 'LT' }

/** Exactly the referents asked for are claimed, each by one of the credentials, and nothing more. Throws `Refusal`. */
export function checkRequest(request: AnonCredsProofRequest, presentation: ParsedPresentation): void {
  const { proof, requested_proof: claims, identifiers } = presentation
  if (proof.proofs.length !== identifiers.length) throw notVerifiable('proofs and credentials differ in number')

  const attributes = Object.entries(request.requested_attributes)
  const groups = attributes.filter(([, { names }]) => names !== undefined)
  sameReferents(claims.self_attested_attrs, [], 'self-attested attributes')
  sameReferents(claims.unrevealed_attrs, [], 'hidden attributes')
  sameReferents(
    claims.revealed_attrs,
    attributes.filter(([, { names }]) => names === undefined),
    'attributes',
  )
  sameReferents(claims.revealed_attr_groups, groups, 'attribute groups')
  sameReferents(claims.predicates, Object.entries(request.requested_predicates), 'predicates')

  for (const [referent, { names = [] }] of groups) {
    const shown = Object.keys(claims.revealed_attr_groups[referent]?.values ?? {})
    const keys = new Set(shown.map(attributeKey))
    const wanted = new Set(names.map(attributeKey))
    if (keys.size !== shown.length || keys.size !== wanted.size)
      throw notVerifiable('a group reveals other attributes than asked')
    if ([...wanted].some((key) => !keys.has(key))) throw notVerifiable('an attribute that was asked for is missing')
  }

  const used = new Set(
    [claims.revealed_attrs, claims.revealed_attr_groups, claims.predicates].flatMap((kind) =>
      Object.values<{ sub_proof_index: number }>(kind).map(({ sub_proof_index }) => sub_proof_index),
    ),
  )
  for (const index of used) subProofAt(proof.proofs, index)
  const proved = proof.proofs.reduce((sum, { primary_proof }) => sum + primary_proof.ge_proofs.length, 0)
  if (proved > Object.keys(request.requested_predicates).length)
    throw notVerifiable('more conditions were proved than asked')
  if (used.size !== identifiers.length) throw notVerifiable('a credential was presented that nothing was asked of')
}

function sameReferents(claimed: Record<string, unknown>, requested: [string, unknown][], what: string): void {
  const claimedReferents = Object.keys(claimed)
  if (
    claimedReferents.length !== requested.length ||
    !requested.every(([referent]) => Object.hasOwn(claimed, referent))
  )
    throw notVerifiable(`the ${what} are not those that were asked for`)
}

function subProofAt(proofs: SubProof[], index: number): SubProof {
  const subProof = proofs[index]
  if (!subProof) throw notVerifiable('a claim points to no proof')
  return subProof
}

/** All that is shown was signed: it is in the proof that it is claimed of. Throws `Refusal`. */
export function checkShownValues(
  { requested_attributes }: AnonCredsProofRequest,
  { proof, requested_proof: { revealed_attrs, revealed_attr_groups } }: ParsedPresentation,
): void {
  const asked = new Map(Object.entries(requested_attributes))
  for (const [referent, claim] of Object.entries(revealed_attrs))
    checkRevealed(subProofAt(proof.proofs, claim.sub_proof_index), asked.get(referent)?.name ?? '', claim)
  for (const { sub_proof_index, values } of Object.values(revealed_attr_groups)) {
    for (const [name, value] of Object.entries(values))
      checkRevealed(subProofAt(proof.proofs, sub_proof_index), name, value)
  }
}

/** The text shown must be what the signed number stands for, and that number must be in the proof. */
function checkRevealed(subProof: SubProof, name: string, value: { raw: string; encoded: string }): void {
  if (value.encoded !== encodedValue(value.raw)) throw notVerifiable('an attribute is not what was signed')
  const proven = Object.entries(subProof.primary_proof.eq_proof.revealed_attrs).find(
    ([proved]) => attributeKey(proved) === attributeKey(name),
  )
  if (proven?.[1] !== value.encoded) throw notVerifiable('an attribute is not in the proof')
}
