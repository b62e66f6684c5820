import type { AnonCredsProofRequest } from '@credo-ts/anoncreds'
import { limits } from '@lastmile/contracts'
import { z } from 'zod'
import { notVerifiable } from './refusal.ts'
import { isWithinValueLimit } from './value-limit.ts'

/**
 * Numbers are exponents for the native library, which bounds none: one of a million digits would keep a worker busy for
 * 20 seconds. The longest honest one has 3,061 bits, which are 922 digits.
 */
export const number = z.string().regex(/^\d{1,1000}$/)
export const signedNumber = z.string().regex(/^-?\d{1,1000}$/)

/**
 * An AnonCreds presentation (AnonCreds specification, "Presentation"). Unknown members are dropped: the native library
 * has aliases for some, and must see only checked values.
 */

const index = z.int().nonnegative()
const revealedValue = z.object({ raw: z.string(), encoded: z.string() })
const referents = <Value extends z.ZodType>(value: Value) => z.record(z.string(), value).default({})

const requestedProof = z.object({
  revealed_attrs: referents(revealedValue.extend({ sub_proof_index: index })),
  revealed_attr_groups: referents(z.object({ sub_proof_index: index, values: z.record(z.string(), revealedValue) })),
  self_attested_attrs: referents(z.unknown()),
  unrevealed_attrs: referents(z.unknown()),
  predicates: referents(z.object({ sub_proof_index: index })),
})

const provenPredicate = z.object({
  attr_name: z.string(),
  p_type: z.enum(['GE', 'GT', 'LE', 'LT']),
  value: z.int(),
})

const numbers = z.record(z.string(), signedNumber)

/** The distance to a bound is proved to be a sum of four squares. */
const fourSquares = { 0: signedNumber, 1: signedNumber, 2: signedNumber, 3: signedNumber }

const predicateProof = z.object({
  predicate: provenPredicate,
  mj: number,
  t: z.object({ 0: number, 1: number, 2: number, 3: number, DELTA: number }),
  u: z.object(fourSquares),
  r: z.object({ ...fourSquares, DELTA: signedNumber }),
  alpha: signedNumber,
})

/** Points on a curve and numbers modulo its order, in hexadecimal. */
const curveValues = z.record(z.string(), z.string().max(1_000))

const subProof = z.object({
  primary_proof: z.object({
    eq_proof: z.object({
      revealed_attrs: numbers,
      a_prime: number,
      // Below zero it is refused by a check of its own, `numbers`.
      e: signedNumber,
      v: signedNumber,
      m: z.record(z.string(), number),
      // An older form's name for the link secret's entry in `m`, which the native library would prefer to that one.
      m1: z.never().optional(),
      m2: signedNumber,
    }),
    ge_proofs: z.array(predicateProof).max(limits.referentsPerProof).default([]),
  }),
  non_revoc_proof: z.object({ x_list: curveValues, c_list: curveValues }).nullish(),
})

const identifier = z.object({
  schema_id: z.string().max(limits.id),
  cred_def_id: z.string().max(limits.id),
  rev_reg_id: z.string().max(limits.id).nullish(),
  timestamp: z.int().nonnegative().nullish(),
})

/** A number of the protocol as bytes. One by one, a schema would take a tenth of a second for the longest lists. */
function isBytes(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= 512 &&
    value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255)
  )
}

/** Values in the presentation of one referent at most, most of them bytes that the challenge was computed over. */
const mostValuesPerReferent = 4_000

export const presentationSchema = z.object({
  proof: z.object({
    proofs: z.array(subProof).max(2 * limits.referentsPerProof),
    /** The values that the challenge was computed over, as bytes. */
    aggregated_proof: z.object({ c_hash: number, c_list: z.array(z.custom<number[]>(isBytes)) }),
  }),
  requested_proof: requestedProof,
  identifiers: z.array(identifier).max(2 * limits.referentsPerProof),
})

export type ParsedPresentation = z.infer<typeof presentationSchema>
export type SubProof = z.infer<typeof subProof>
export type Identifier = z.infer<typeof identifier>

/** Whether it is a presentation at all, and no larger than an honest one. Throws `Refusal`. */
export function checkForm(request: AnonCredsProofRequest, presentation: unknown): void {
  if (!isWithinValueLimit(presentation, mostValuesOf(request)))
    throw notVerifiable('larger than any honest presentation')
  if (!presentationSchema.safeParse(presentation).success) throw notVerifiable('not a presentation')
}

function mostValuesOf({ requested_attributes, requested_predicates }: AnonCredsProofRequest): number {
  const referents = Object.keys(requested_attributes).length + Object.keys(requested_predicates).length
  return referents * mostValuesPerReferent
}
