import type { AnonCredsProofRequest } from '@credo-ts/anoncreds'
import type { PredicateOperator } from '@lastmile/contracts'
import { attributeKey } from './attribute-key.ts'
import type { ParsedPresentation, SubProof } from './presentation-schema.ts'
import { notVerifiable, Refusal } from './refusal.ts'
import { encodedValue } from './value-encoding.ts'

/**
 * Ties what a presentation claims to what was asked and to what its cryptographic proofs contain. The native verifier
 * checks that proofs are sound but not that they prove what was requested: a wallet that swaps the request for
 * another one would pass. Throws `Refusal`.
 */
export function checkBinding(request: AnonCredsProofRequest, presentation: ParsedPresentation): void {
  const { proof, requested_proof: claims, identifiers } = presentation
  if (proof.proofs.length !== identifiers.length) throw notVerifiable('proofs and credentials differ in number')

  const attributes = Object.entries(request.requested_attributes)
  const single = attributes.filter(([, { names }]) => names === undefined)
  const groups = attributes.filter(([, { names }]) => names !== undefined)
  sameReferents(claims.self_attested_attrs, [], 'self-attested attributes')
  sameReferents(claims.unrevealed_attrs, [], 'hidden attributes')
  sameReferents(claims.revealed_attrs, single, 'attributes')
  sameReferents(claims.revealed_attr_groups, groups, 'attribute groups')
  sameReferents(claims.predicates, Object.entries(request.requested_predicates), 'predicates')

  for (const [referent, { name = '' }] of single) {
    const claim = claimOf(claims.revealed_attrs, referent)
    checkRevealed(subProofAt(proof.proofs, claim.sub_proof_index), name, claim)
  }
  for (const [referent, { names = [] }] of groups) {
    const claim = claimOf(claims.revealed_attr_groups, referent)
    const subProof = subProofAt(proof.proofs, claim.sub_proof_index)
    const values = new Map(Object.entries(claim.values).map(([name, value]) => [attributeKey(name), value]))
    const wanted = new Set(names.map(attributeKey))
    if (values.size !== Object.keys(claim.values).length || values.size !== wanted.size)
      throw notVerifiable('a group reveals other attributes than asked')
    for (const name of wanted) checkRevealed(subProof, name, values.get(name))
  }
  for (const [referent, { name, p_type, p_value }] of Object.entries(request.requested_predicates)) {
    const { sub_proof_index } = claimOf(claims.predicates, referent)
    const proven = subProofAt(proof.proofs, sub_proof_index).primary_proof.ge_proofs.some(
      ({ predicate }) =>
        attributeKey(predicate.attr_name) === attributeKey(name) &&
        predicate.p_type === provenOperator[p_type] &&
        predicate.value === p_value,
    )
    if (!proven) throw new Refusal('predicate-not-met', 'another condition was proved than asked')
  }

  const proved = proof.proofs.reduce((sum, { primary_proof }) => sum + primary_proof.ge_proofs.length, 0)
  if (proved > Object.keys(request.requested_predicates).length)
    throw notVerifiable('more conditions were proved than asked')

  const used = new Set(
    [claims.revealed_attrs, claims.revealed_attr_groups, claims.predicates].flatMap((kind) =>
      Object.values<{ sub_proof_index: number }>(kind).map(({ sub_proof_index }) => sub_proof_index),
    ),
  )
  if (used.size !== identifiers.length) throw notVerifiable('a credential was presented that nothing was asked of')
}

const provenOperator: Record<PredicateOperator, string> = { '>=': 'GE', '>': 'GT', '<=': 'LE', '<': 'LT' }

function sameReferents(claimed: Record<string, unknown>, requested: [string, unknown][], what: string): void {
  const claimedReferents = Object.keys(claimed)
  if (
    claimedReferents.length !== requested.length ||
    !requested.every(([referent]) => Object.hasOwn(claimed, referent))
  )
    throw notVerifiable(`the ${what} are not those that were asked for`)
}

function claimOf<Claim>(claims: Record<string, Claim>, referent: string): Claim {
  const claim = claims[referent]
  if (claim === undefined) throw notVerifiable('something that was asked for is missing')
  return claim
}

function subProofAt(proofs: SubProof[], index: number): SubProof {
  const subProof = proofs[index]
  if (!subProof) throw notVerifiable('a claim points to no proof')
  return subProof
}

/** The text shown must be what the signed number stands for, and that number must be in the proof. */
function checkRevealed(subProof: SubProof, name: string, value: { raw: string; encoded: string } | undefined): void {
  if (!value) throw notVerifiable('an attribute that was asked for is missing')
  if (value.encoded !== encodedValue(value.raw)) throw notVerifiable('an attribute is not what was signed')
  const proven = Object.entries(subProof.primary_proof.eq_proof.revealed_attrs).find(
    ([proved]) => attributeKey(proved) === attributeKey(name),
  )
  if (proven?.[1] !== value.encoded) throw notVerifiable('an attribute is not in the proof')
}
