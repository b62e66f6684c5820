import { DidCommCredentialState, DidCommDidExchangeState, DidCommProofState } from '@credo-ts/didcomm'
import type { ConnectionProgress } from '../../port/connections.ts'
import type { CredentialProgress, ProofProgress } from '../../port/exchanges.ts'

/**
 * Maps Credo's states (RFC 0023, 0160, 0453, 0454) to those of docs/product.md, section 4; only here.
 * States that an issuer or verifier never has are missing on purpose.
 */

/** The connection exists as soon as the invitation does, so before Credo has a record it is `invited`. */
export const connectionStates: Readonly<Record<string, ConnectionProgress>> = {
  [DidCommDidExchangeState.Start]: 'invited',
  [DidCommDidExchangeState.InvitationSent]: 'invited',
  [DidCommDidExchangeState.RequestReceived]: 'request',
  [DidCommDidExchangeState.ResponseSent]: 'response',
  [DidCommDidExchangeState.Completed]: 'active',
  [DidCommDidExchangeState.Abandoned]: 'abandoned',
}

/** A credential counts as issued once the wallet confirmed it, so Credo's `credential-issued` is not enough. */
export const credentialStates: Readonly<Record<string, CredentialProgress>> = {
  [DidCommCredentialState.OfferSent]: 'offer_sent',
  [DidCommCredentialState.RequestReceived]: 'request_received',
  [DidCommCredentialState.CredentialIssued]: 'request_received',
  [DidCommCredentialState.Done]: 'credential_issued',
  [DidCommCredentialState.Declined]: 'abandoned',
  [DidCommCredentialState.Abandoned]: 'abandoned',
}

/** Credo reaches `presentation-received` and `done` only with a presentation that verified. */
export const proofStates: Readonly<Record<string, ProofProgress>> = {
  [DidCommProofState.RequestSent]: 'request_sent',
  [DidCommProofState.PresentationReceived]: 'presentation_received',
  [DidCommProofState.Done]: 'verified',
  [DidCommProofState.Declined]: 'abandoned',
  [DidCommProofState.Abandoned]: 'abandoned',
}
