import { toBytes } from '../../core/crypto/big-endian.ts'
import type { ParsedPresentation, SubProof } from './presentation-schema.ts'
import { notVerifiable } from './refusal.ts'

/** Longest response for a signature's exponent: a blinding of 456 bits plus challenge times exponent (375 bits). */
const exponentBits = 457
/** Longest response for a hidden attribute: a blinding of 592 bits plus challenge times value (512 bits). */
const attributeBits = 593

/**
 * Checks that the native library (anoncreds-clsignatures 0.3.2) leaves out and a verifier of CL signatures must make.
 * Without the first check anyone proves anything without a credential; without the second, credentials of several
 * people pass as one person's; without the third, a condition is proved about a number that is in no credential; and
 * without the fourth the challenge says nothing about what it is to bind. Throws `Refusal`.
 *
 * Source: Idemix specification 2.3.0, "VerifyProof" and "VerifyCL" (lengths); Bernhard, Pereira, Warinschi,
 * "How not to prove yourself" (what a Fiat-Shamir challenge must cover).
 */
export function checkProofValues({ proof }: ParsedPresentation): void {
  for (const { primary_proof } of proof.proofs) {
    const { e, m } = primary_proof.eq_proof
    if (e.startsWith('-') || bitLength(e) > exponentBits)
      throw notVerifiable('the exponent of a signature is out of range')
    if (Object.values(m).some((response) => bitLength(response) > attributeBits))
      throw notVerifiable('a hidden attribute is out of range')
    if (primary_proof.ge_proofs.some(({ predicate, mj }) => m[predicate.attr_name] !== mj))
      throw notVerifiable('a condition was proved about a number that is not in the credential')
  }
  checkCommitments(proof.aggregated_proof.c_list, proof.proofs)
}

/** The list of values that the challenge was computed over must be those of the proofs, in their order. */
function checkCommitments(listed: number[][], proofs: SubProof[]): void {
  let position = 0
  for (const { primary_proof, non_revoc_proof } of proofs) {
    // Points on a curve, which say nothing about the attributes.
    if (non_revoc_proof) position += nonRevocationCommitments
    const { eq_proof, ge_proofs } = primary_proof
    const committed = [eq_proof.a_prime, ...ge_proofs.flatMap(({ t }) => [t['0'], t['1'], t['2'], t['3'], t.DELTA])]
    for (const value of committed) {
      if (!toBytes(BigInt(value)).equals(Buffer.from(listed[position++] ?? [])))
        throw notVerifiable('the challenge does not cover the proof')
    }
  }
  if (position !== listed.length) throw notVerifiable('the challenge covers more than the proof')
}

const nonRevocationCommitments = 7

const bitLength = (decimal: string): number => BigInt(decimal).toString(2).length
