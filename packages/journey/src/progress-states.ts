import type { ConnectionState, CredentialState, ProofState, RefusalReason } from '@lastmile/contracts'
import { answerRefusals } from '@lastmile/contracts/constants'
import { phaseOf } from '@lastmile/contracts/lifecycles'
import { includesCredential, sameCredential } from './credential-name.ts'

/** Which states count as reached (docs/product.md, section 4). */

/** The demo's two experiences. */
export type Flow = 'onboarding' | 'confirmedPerson'

/**
 * The character demo counts a connection as established when it is active or beyond. For the Confirmed Person flow the
 * answer is enough.
 */
export function isConnected(state: ConnectionState | undefined, flow: Flow = 'onboarding'): boolean {
  if (state === 'response') return flow === 'confirmedPerson'
  return state !== undefined && phaseOf('connection', state) === 'reached'
}

/** All of a meeting that the rules need. */
export type MeetingProgress = { kind: 'invitation' } | { kind: 'connection'; state: ConnectionState }

/** Whether a party can offer and ask: where it needs no connection at once, else when it is connected. */
export const isMet = (meeting: MeetingProgress | undefined, flow: Flow = 'onboarding'): boolean =>
  meeting?.kind === 'invitation' || isConnected(meeting?.state, flow)

export function isIssued(state: CredentialState | undefined): boolean {
  return state !== undefined && phaseOf('credential', state) === 'reached'
}

/** The credentials of a visit: those of its exchanges, and the names that the visitor said to have already. */
export interface VisitCredentials {
  credentials: readonly { name: string; state: CredentialState }[]
  held: readonly string[]
}

/** Whether the visitor has this credential, as far as the visit knows. */
export const isHeld = ({ credentials, held }: VisitCredentials, name: string): boolean =>
  includesCredential(held, name) ||
  credentials.some((credential) => sameCredential(credential.name, name) && isIssued(credential.state))

/** Turned down by the verifier after a look at the answer, or by the wallet that could not give one. */
const refusals: readonly RefusalReason[] = [...answerRefusals, 'declined']

export function isProofRefused(proof: { refusal?: RefusalReason | null } | undefined): boolean {
  return proof?.refusal != null && refusals.includes(proof.refusal)
}

/** Whether the wallet's answer came. */
export const isAnswered = (state: ProofState): boolean =>
  state === 'presentation_received' || phaseOf('proof', state) === 'reached'

/** A proof that a verifier looked at and refused was received, but opens nothing. */
export function isProofReceived(proof: { state: ProofState; verified: boolean | null } | undefined): boolean {
  return proof !== undefined && isAnswered(proof.state) && proof.verified !== false
}

interface ExchangesOfScreen {
  meeting?: MeetingProgress | undefined
  credentials: VisitCredentials['credentials']
  proof?: { state: ProofState } | undefined
}

/** Whether the exchange of a screen ended without its outcome, so that what the screen asks for is over. */
export function hasFailed(
  { credentials: listed = [] }: { credentials?: readonly { name: string }[] | undefined },
  { meeting, credentials, proof }: ExchangesOfScreen,
): boolean {
  const names = listed.map(({ name }) => name)
  const offers = credentials
    .filter(({ name }) => includesCredential(names, name))
    .map(({ state }) => phaseOf('credential', state))
  return (
    (meeting?.kind === 'connection' && phaseOf('connection', meeting.state) === 'failed') ||
    (proof !== undefined && phaseOf('proof', proof.state) === 'failed') ||
    (offers.includes('failed') && !offers.includes('open'))
  )
}
