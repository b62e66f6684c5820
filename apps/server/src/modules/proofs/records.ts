import type { Presentation } from '@lastmile/agent'
import type { ProofRecord } from '@lastmile/contracts'
import type { ProofExchangeRow } from '../../platform/database-schema.ts'
import { refusalTexts } from './refusals.ts'

/** The proof as the API names it (specification, sections 3 and 7). */
export const proofRecordOf = (exchange: ProofExchangeRow, presentation?: Presentation): ProofRecord => ({
  presentation_exchange_id: exchange.id,
  connection_id: exchange.connectionId,
  state: exchange.state,
  presentation: presentation ? { requested_proof: requestedProof(presentation) } : null,
  verified: verifiedOf(exchange),
  reason: reasonOf(exchange),
  refusal: exchange.refusal,
  created_at: exchange.createdAt,
  updated_at: exchange.updatedAt,
})

export const verifiedOf = (exchange: ProofExchangeRow) => (exchange.verified === null ? null : exchange.verified === 1)

export const reasonOf = (exchange: ProofExchangeRow) => (exchange.refusal ? refusalTexts[exchange.refusal] : null)

function requestedProof({ attributes, attributeGroups, predicates }: Presentation) {
  return {
    revealed_attrs: rawValues(attributes),
    revealed_attr_groups: Object.fromEntries(
      Object.entries(attributeGroups).map(([referent, values]) => [referent, { values: rawValues(values) }]),
    ),
    predicates: Object.fromEntries(predicates.map((referent) => [referent, {}])),
  }
}

const rawValues = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, raw]) => [name, { raw }]))
