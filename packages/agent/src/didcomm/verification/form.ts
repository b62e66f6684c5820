import type { AnonCredsProofRequest } from '@credo-ts/anoncreds'
import { mostValuesPerReferent, presentationSchema } from './presentation-schema.ts'
import { notVerifiable } from './refusal.ts'
import { isWithinValueLimit } from './value-limit.ts'

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
