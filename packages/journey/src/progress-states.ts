import type { ConnectionState, CredentialState, ProofState } from '@lastmile/contracts'

/** Which states count as reached (specification, section 4). */

const connected: readonly ConnectionState[] = ['response', 'active', 'complete']
const issued: readonly CredentialState[] = ['credential_issued', 'done', 'credential_acked']
const received: readonly ProofState[] = ['presentation_received', 'verified', 'done']

export function isConnected(state: ConnectionState | undefined): boolean {
  return state !== undefined && connected.includes(state)
}

export function isIssued(state: CredentialState | undefined): boolean {
  return state !== undefined && issued.includes(state)
}

/** A proof that a verifier looked at and refused was received, but opens nothing. */
export function isProofReceived(proof: { state: ProofState; verified: boolean | null } | undefined): boolean {
  return proof !== undefined && received.includes(proof.state) && proof.verified !== false
}
