import type { RefusalReason } from '@lastmile/contracts'
import { answerRefusals } from '@lastmile/contracts/constants'
import { phaseOf } from '@lastmile/contracts/lifecycles'
import { isAnswered, isConnected, isIssued } from '@lastmile/journey'
import { allConnections } from '../../exchanges/connecting/connection-slice.ts'
import { initialProof, type ProofExchangeState } from '../../exchanges/proving/proof-slice.ts'
import type { RootState } from '../../state/root-state.ts'
import type { ReportedEvent } from '../../tracking/session/event.ts'

/** `record`: id of the connection, credential or proof concerned. Every tab of the visit sees it. */
export type JourneyEvent = ReportedEvent & { record?: string }

/**
 * Derives tracking events from two states of the store (docs/product.md, section 3). One place emits each event once,
 * whether an answer, the live link or a refresh brought the news.
 */
export function journeyEvents(before: RootState, after: RootState): JourneyEvent[] {
  return [
    ...onboardingEvents(before, after),
    ...connectionEvents(before, after),
    ...credentialEvents(before, after),
    ...proofEvents(before, after),
    ...problemEvents(before, after),
  ]
}

function onboardingEvents(before: RootState, after: RootState): ReportedEvent[] {
  const { currentCharacter } = after.characters
  const isPicked = currentCharacter !== null && currentCharacter !== before.characters.currentCharacter
  const isCompleted = after.onboarding.isCompleted && !before.onboarding.isCompleted
  return [...when(isPicked, { type: 'onboarding_start' }), ...when(isCompleted, { type: 'onboarding_complete' })]
}

function connectionEvents({ connection: before }: RootState, { connection: after }: RootState): JourneyEvent[] {
  if (before === after) return []
  const earlier = new Map(allConnections(before).map(({ id, state }) => [id, state]))
  const events = allConnections(after).flatMap(({ id, state, isDeepLink, isHandedOver }): JourneyEvent[] => {
    const was = earlier.get(id)
    if (was === undefined) return [{ record: id, type: 'connection_initiate' }]
    if (was === state) return []
    if (state === 'abandoned') return [{ record: id, type: 'connection_failed', properties: { reason: state } }]
    return [
      // A link that took no other way was scanned.
      ...when(was === 'invited' && !isDeepLink && !isHandedOver, { record: id, type: 'qr_code_scan' }),
      ...when(isConnected(state) && !isConnected(was), { record: id, type: 'connection_complete' }),
    ]
  })
  const isRefused = before.isLoading && !after.isLoading && after.error !== null
  return [...events, ...when(isRefused, { type: 'connection_failed', properties: { reason: 'invitation' } })]
}

function credentialEvents({ credentials: before }: RootState, { credentials: after }: RootState): JourneyEvent[] {
  const earlier = new Map(before.issuedCredentials.map(({ id, state }) => [id, state]))
  return after.issuedCredentials.flatMap(({ id: record, state }): JourneyEvent[] => {
    const was = earlier.get(record)
    const isAccepted = isIssued(state) && !isIssued(was) && was !== 'credential_revoked'
    return [
      ...when(was === undefined, { record, type: 'credential_request' }),
      ...when(isAccepted, { record, type: 'credential_accept' }),
      ...when(state === 'abandoned' && was !== 'abandoned', { record, type: 'credential_reject' }),
    ]
  })
}

const answers: readonly (RefusalReason | null)[] = answerRefusals

const isSubmitted = ({ state, refusal }: ProofExchangeState) =>
  (state !== null && isAnswered(state)) || answers.includes(refusal)

const hasFailed = ({ state }: ProofExchangeState) => state !== null && phaseOf('proof', state) === 'failed'

function proofEvents(earlier: RootState, { proof }: RootState): JourneyEvent[] {
  if (proof.id === null || proof.isShownAgain || proof === earlier.proof) return []
  const isKnown = proof.id === earlier.proof.id
  // A reload resumes this step's exchange; its earlier events were emitted before.
  if (!isKnown && proof.id === earlier.section.proofId) return []
  const was = isKnown ? earlier.proof : initialProof
  const record = proof.id
  const reason = proof.refusal ?? proof.state
  const properties = reason ? { reason } : {}
  return [
    ...when(!isKnown, { record, type: 'proof_request' }),
    ...when(isSubmitted(proof) && !isSubmitted(was), { record, type: 'proof_submit' }),
    ...when(proof.verified === true && was.verified !== true, { record, type: 'proof_verified' }),
    ...when(hasFailed(proof) && !hasFailed(was), { record, type: 'proof_failed', properties }),
  ]
}

/** Failures shown to the visitor, by the call that failed. */
function problemsOf(state: RootState): Record<string, boolean> {
  return {
    characters: state.characters.error !== null,
    upload: state.characters.upload?.error != null,
    wallets: state.wallets.error !== null,
    invitation: state.connection.error !== null,
    issuance: state.credentials.error !== null,
    revocation: state.credentials.revocationError !== null,
    proof: state.proof.error !== null,
    socket: state.socket.error !== null,
  }
}

function problemEvents(before: RootState, after: RootState): ReportedEvent[] {
  const known = problemsOf(before)
  return Object.entries(problemsOf(after))
    .filter(([reason, isThere]) => isThere && !known[reason])
    .map(([reason]) => ({ type: 'error_occurred', properties: { reason } }))
}

const when = (isTrue: boolean, event: JourneyEvent) => (isTrue ? [event] : [])
