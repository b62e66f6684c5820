import type { IssuedCredential, Meeting, Protocol, UseCase, UseCaseStep } from '@lastmile/contracts'
import { partyOf } from '@lastmile/contracts/party-of-screen'
import { familyOf } from '@lastmile/contracts/protocols'
import { hasRole } from '@lastmile/contracts/screen-kinds'
import {
  includesCredential,
  isDemoCompleted,
  isIssued,
  isMet,
  type Lock,
  lockOf,
  parseUseCase,
  sameCredential,
  visibleUseCases,
} from '@lastmile/journey'
import { createSelector } from '@reduxjs/toolkit'
import { meetingOfScreen } from '../../exchanges/connecting/connection-slice.ts'
import { screenKeyOf } from '../../exchanges/connecting/screen-key.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { heldElsewhere, selectProtocol, selectProtocolOf } from '../../state/preferences/protocol.ts'
import type { RootState } from '../../state/root-state.ts'
import { selectMeetingOf, selectOnboardingSteps } from '../onboarding/onboarding-selectors.ts'

export interface UseCaseCard {
  useCase: UseCase
  lock: Lock
  completed: boolean
}

const isRevoked = (credential: IssuedCredential) => credential.state === 'credential_revoked'

export const selectRevokedNames = createSelector(
  [(state: RootState) => state.credentials.issuedCredentials],
  (entries) => entries.filter(isRevoked).map((credential) => credential.name),
)

/** The dashboard's list: visible use cases, locked or completed. */
export const selectUseCaseCards = createSelector(
  [
    selectCurrentCharacter,
    (state: RootState) => state.preferences.showHiddenUseCases,
    (state: RootState) => state.preferences.completedUseCaseSlugs,
    (state: RootState) => state.credentials.issuedCredentials,
    (state: RootState) => state.credentials.heldCredentials,
    selectRevokedNames,
    selectProtocol,
  ],
  (character, showHidden, completedSlugs, credentials, held, revoked, protocol): UseCaseCard[] =>
    (character ? visibleUseCases(character, showHidden) : []).map((useCase) => {
      const lock = lockOf(useCase, { credentials, held, revoked })
      return {
        useCase,
        lock: lock.locked ? lock : lockOfFamilies(useCase, credentials, protocol),
        completed: completedSlugs.includes(useCase.id),
      }
    }),
)

/** The credentials that each request of a use case asks for together. */
const askedTogether = ({ screens }: UseCase): string[][] =>
  screens.flatMap(({ requestOptions }) =>
    requestOptions ? [requestOptions.requestedCredentials.map(({ name }) => name)] : [],
  )

function lockOfFamilies(useCase: UseCase, issued: readonly IssuedCredential[], protocol: Protocol): Lock {
  const credentials = askedTogether(useCase).flatMap((names) => heldElsewhere(names, issued, protocol))
  if (credentials.length === 0) return { locked: false }
  return { locked: true, because: 'otherFamily', credentials: [...new Set(credentials)] }
}

export const selectCurrentUseCase = (state: RootState): UseCase | undefined =>
  selectCurrentCharacter(state)?.useCases.find(({ id }) => id === state.useCases.currentUseCase)

const selectCurrentSteps = createSelector([selectCurrentUseCase], (useCase) => (useCase ? parseUseCase(useCase) : []))

/** Where the current use case is. */
export const selectCurrentStep = (state: RootState): UseCaseStep | undefined =>
  selectCurrentSteps(state)[state.section.stepCount]

export function selectIsDemoCompleted(state: RootState): boolean {
  const character = selectCurrentCharacter(state)
  const { showHiddenUseCases, completedUseCaseSlugs } = state.preferences
  return character !== undefined && isDemoCompleted(character, showHiddenUseCases, completedUseCaseSlugs)
}

/** The 'Revoking your credentials' section, under three conditions (docs/product.md, section 6). */
export const selectRevocations = createSelector(
  [
    selectCurrentCharacter,
    (state: RootState) => state.preferences.revocationEnabled,
    (state: RootState) => state.credentials.revokableCredentials,
    (state: RootState) => state.credentials.issuedCredentials,
  ],
  (character, enabled, revokable, issued) => {
    if (!enabled || !character) return []
    return character.revocationInfo.flatMap((info) => {
      const name = info.credentialName
      if (!revokable.some((candidate) => sameCredential(candidate.name, name))) return []
      // Until a new one is in the wallet, the one that is there is revoked.
      return [{ info, revoked: !issued.some((entry) => sameCredential(entry.name, name) && isIssued(entry.state)) }]
    })
  },
)

/** Whether the visitor has not seen yet how a revoked card is refused, and can. */
export const selectIsRevokingLeft = (state: RootState): boolean =>
  !state.preferences.revokedSeenRefused && selectRevocations(state).some(({ revoked }) => !revoked)

/** The family in which a screen of a use case issues: that of what they are asked for together with later. */
export const selectProtocolOfIssuing = (
  state: RootState,
  useCase: UseCase,
  issued: readonly { name: string }[],
): Protocol =>
  selectProtocolOf(
    state,
    askedTogether(useCase)
      .filter((names) => issued.some(({ name }) => includesCredential(names, name)))
      .flat(),
  )

/** How a use case meets its parties: by a family that needs a connection, where it asks or issues by one. */
export function selectProtocolOfUseCase(state: RootState, useCase: UseCase): Protocol {
  const issued = useCase.screens.flatMap(({ credentials }) => credentials ?? [])
  const protocols = [
    ...askedTogether(useCase).map((names) => selectProtocolOf(state, names)),
    ...(issued.length > 0 ? [selectProtocolOfIssuing(state, useCase, issued)] : []),
  ]
  return protocols.find((protocol) => familyOf(protocol).needsConnection) ?? protocols[0] ?? selectProtocol(state)
}

/** The latest meeting with the party of this step, of the steps before it or of the onboarding. */
export function selectStepMeeting(
  state: RootState,
  useCase: UseCase,
  steps: readonly UseCaseStep[],
  stepIndex: number,
): Meeting | undefined {
  const step = steps[stepIndex]
  if (!step) return undefined
  const party = partyOf(useCase, step.screen)
  const inOnboarding = selectOnboardingSteps(state).flatMap((other) =>
    hasRole(other, 'connection') && other.screen.issuer_name === party
      ? [selectMeetingOf(state, other.screen.screenId)]
      : [],
  )
  const before = steps
    .slice(0, stepIndex)
    .flatMap((other) =>
      hasRole(other, 'connection') && other.screen.verifier.name === party
        ? [meetingOfScreen(state.connection, screenKeyOf(useCase.id, other.screen.screenId))]
        : [],
    )
  return [...inOnboarding, ...before].findLast((meeting) => isMet(meeting))
}
