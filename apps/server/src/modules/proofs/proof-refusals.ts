import type { RefusalReason } from '@lastmile/agent/port'

/** Why a proof was not accepted, for people (docs/product.md, section 7). */
export const refusalTexts: Record<RefusalReason, string> = {
  revoked: 'The credential has been revoked by its issuer.',
  'predicate-not-met': 'The credential does not meet a condition that the verifier asked for.',
  'mixed-credentials': 'The wallet answered one requirement from two credentials.',
  declined: 'The request was declined in the wallet.',
  expired: 'The wallet did not answer in time.',
  'not-verifiable': 'The proof could not be verified.',
  unreachable: 'The request did not reach the wallet.',
  unavailable: 'The proof could not be checked, because of a failure on our side. Please ask again.',
}
