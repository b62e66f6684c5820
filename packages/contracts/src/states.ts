import { z } from 'zod'

/** States as the specification names them (section 4); the agent maps the protocols' own states to these. */

export const connectionState = z.enum(['invited', 'request', 'response', 'active', 'complete', 'abandoned'])
export type ConnectionState = z.infer<typeof connectionState>

export const credentialState = z.enum([
  'offer_sent',
  'request_received',
  'credential_issued',
  'credential_acked',
  'done',
  'credential_revoked',
  'abandoned',
])
export type CredentialState = z.infer<typeof credentialState>

export const proofState = z.enum(['request_sent', 'presentation_received', 'verified', 'done', 'abandoned', 'expired'])
export type ProofState = z.infer<typeof proofState>

/** Why there is no verified proof. The first three were found in an answer; the others mean that there was none. */
export const refusalReason = z.enum([
  'revoked',
  'predicate-not-met',
  'not-verifiable',
  'declined',
  'expired',
  'cancelled',
])
export type RefusalReason = z.infer<typeof refusalReason>
