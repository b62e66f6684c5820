import { limits } from '@lastmile/contracts'
import { z } from 'zod'

/**
 * As much of an AnonCreds presentation as the checks read (AnonCreds specification, "Presentation"). The rest of the
 * cryptographic proof is passed on as it came; the native library parses it.
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

const subProof = z.object({
  primary_proof: z.object({
    eq_proof: z.object({ revealed_attrs: z.record(z.string(), z.string()) }),
    ge_proofs: z.array(z.object({ predicate: provenPredicate })).default([]),
  }),
  non_revoc_proof: z.unknown().optional(),
})

const identifier = z.object({
  schema_id: z.string().max(limits.id),
  cred_def_id: z.string().max(limits.id),
  rev_reg_id: z.string().max(limits.id).nullish(),
  timestamp: z.int().nonnegative().nullish(),
})

export const presentationSchema = z.object({
  proof: z.object({ proofs: z.array(subProof).max(2 * limits.referentsPerProof) }),
  requested_proof: requestedProof,
  identifiers: z.array(identifier).max(2 * limits.referentsPerProof),
})

export type ParsedPresentation = z.infer<typeof presentationSchema>
export type SubProof = z.infer<typeof subProof>
export type Identifier = z.infer<typeof identifier>
