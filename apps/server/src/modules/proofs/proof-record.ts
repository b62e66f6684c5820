import type { Presentation, ProofSnapshot, RefusalReason } from '@lastmile/agent/port'
import type { ProofRecord } from '@lastmile/contracts'
import type { ProofEntry } from '../../platform/database/schema.ts'
import type { Invited } from '../ledger/entry-lifecycle.ts'
import { unreadableTexts } from '../ledger/unreadable-texts.ts'
import type { InvitationAddresses } from '../short-links/service.ts'

/** The proof as the API names it (docs/product.md, sections 3 and 7). */
export const proofRecordOf = (
  proof: ProofEntry,
  { presentation, failedCheck }: Pick<ProofSnapshot, 'presentation' | 'failedCheck'> = {},
): ProofRecord => ({
  presentation_exchange_id: proof.id,
  connection_id: proof.connectionId,
  state: proof.state,
  presentation: presentation ? { requested_proof: requestedProof(presentation) } : null,
  verified: proof.verified === null ? null : proof.verified === 1,
  reason: proof.refusal && refusalTexts[proof.refusal],
  refusal: proof.refusal,
  failed_check: failedCheck ?? null,
  created_at: proof.createdAt,
  updated_at: proof.updatedAt,
})

export const outOfBandProofOf = ({ entry, invitationUrl, shortUrl }: Invited<'proof', InvitationAddresses>) => ({
  proofUrl: invitationUrl,
  shortUrl,
  proof: proofRecordOf(entry),
})

function requestedProof({ attributes, attributeGroups, predicates, holderKeys }: Presentation) {
  return {
    revealed_attrs: rawValues(attributes),
    revealed_attr_groups: Object.fromEntries(
      Object.entries(attributeGroups).map(([referent, values]) => [referent, { values: rawValues(values) }]),
    ),
    predicates: Object.fromEntries(predicates.map((referent) => [referent, {}])),
    ...(holderKeys && { holder_keys: holderKeys }),
  }
}

const rawValues = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, raw]) => [name, { raw }]))

/** Why a proof was not accepted, for people (docs/product.md, section 7). */
const refusalTexts: Record<RefusalReason, string> = {
  revoked: 'The credential has been revoked by its issuer.',
  'predicate-not-met': 'The credential does not meet a condition that the verifier asked for.',
  'mixed-credentials': 'The wallet answered one requirement from two credentials.',
  declined: 'The request was declined in the wallet.',
  expired: 'The wallet did not answer in time.',
  'not-verifiable': 'The proof could not be verified.',
  unreachable: 'The request did not reach the wallet.',
  ...unreadableTexts,
  unavailable: 'The proof could not be checked, because of a failure on our side. Please ask again.',
}
