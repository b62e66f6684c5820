import type { OnboardingStep } from '@lastmile/contracts'
import { hasRole } from '@lastmile/contracts/screen-kinds'
import {
  hasFailed,
  isMet,
  type OnboardingFacts,
  onboardingNavigation,
  onboardingStepAt,
  parseOnboarding,
} from '@lastmile/journey'
import { createSelector } from '@reduxjs/toolkit'
import { meetingOfScreen } from '../../exchanges/connecting/connection-slice.ts'
import { onboardingScreenKey } from '../../exchanges/connecting/screen-key.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { selectProtocol } from '../../state/preferences/protocol.ts'
import type { RootState } from '../../state/root-state.ts'
import { t } from '../texts.ts'

export const selectOnboardingSteps = createSelector([selectCurrentCharacter, selectProtocol], (character, protocol) =>
  parseOnboarding(character, { title: t('pick'), text: t('pickText') }, protocol),
)

export const selectOnboardingStep = createSelector(
  [selectOnboardingSteps, (state: RootState) => state.onboarding.onboardingStep],
  onboardingStepAt,
)

/** How the party of this CONNECT screen is met. */
export const selectMeetingOf = (state: RootState, screenId: string | undefined) =>
  screenId === undefined ? undefined : meetingOfScreen(state.connection, onboardingScreenKey(screenId))

const selectOnboardingFacts = createSelector(
  [
    selectCurrentCharacter,
    (state: RootState) => selectMeetingOf(state, selectOnboardingStep(state).screen.screenId),
    (state: RootState) => state.credentials.issuedCredentials,
    (state: RootState) => state.credentials.heldCredentials,
  ],
  (character, meeting, credentials, held): OnboardingFacts => ({
    characterPicked: character !== undefined,
    meeting,
    credentials,
    held,
  }),
)

export const selectOnboardingNavigation = createSelector(
  [selectOnboardingStep, selectOnboardingFacts],
  (step, facts) => ({
    ...onboardingNavigation(step, facts),
    hasFailed: hasFailed(step.screen, facts),
  }),
)

/** The CONNECT screen whose connection carries this ACCEPT_CREDENTIAL screen's offers: the nearest one before it. */
export function connectScreenBefore(steps: readonly OnboardingStep[], screenId: string): string | undefined {
  const index = steps.findIndex((step) => step.screen.screenId === screenId)
  return steps.slice(0, Math.max(index, 0)).findLast((step) => hasRole(step, 'connection'))?.screen.screenId
}

/** FINISH leads to the dashboard when the visitor met an issuer or holds a credential, else home with a reset. */
export function selectReachesDashboard(state: RootState): boolean {
  if (selectCurrentCharacter(state) === undefined) return false
  return (
    state.credentials.heldCredentials.length > 0 ||
    Object.values(state.connection.byScreen).some((meeting) => isMet(meeting))
  )
}
