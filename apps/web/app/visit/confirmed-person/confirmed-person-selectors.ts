import { confirmedPersonName } from '@lastmile/contracts/constants'
import {
  type ConfirmedPersonFacts,
  type ConfirmedPersonStep,
  confirmedPersonNavigation,
  confirmedPersonStepAt,
  isMet,
  isPersonInformationLost,
  missingPersonFields,
  sameCredential,
} from '@lastmile/journey'
import { createSelector } from '@reduxjs/toolkit'
import { connectionOf, meetingOfScreen } from '../../exchanges/connecting/connection-slice.ts'
import { onboardingScreenKey } from '../../exchanges/connecting/screen-key.ts'
import type { RootState } from '../../state/root-state.ts'

const connectStep: ConfirmedPersonStep = 'CONNECT_WALLET'

/** The flow's one connect step holds its connection. */
export const flowScreenKey = onboardingScreenKey(connectStep)

export const selectFlowMeeting = ({ connection }: RootState) => meetingOfScreen(connection, flowScreenKey)

export const selectFlowConnection = (state: RootState) => connectionOf(selectFlowMeeting(state))

export const selectMissingFields = createSelector(
  [(state: RootState) => state.confirmedPerson.personInformation],
  missingPersonFields,
)

const selectFacts = createSelector(
  [
    (state: RootState) => state.confirmedPerson.step,
    (state: RootState) => state.onboarding.onboardingStep,
    (state: RootState) => selectMissingFields(state).length === 0,
    selectFlowMeeting,
    (state: RootState) =>
      state.credentials.issuedCredentials.find(({ name }) => sameCredential(name, confirmedPersonName))?.state,
  ],
  (step, reached, isInformed, meeting, credentialState): ConfirmedPersonFacts => ({
    step: step ?? undefined,
    reached,
    isInformed,
    meeting,
    credentialState,
  }),
)

export const selectFlowStep = createSelector([selectFacts], confirmedPersonStepAt)

export const selectFlowNavigation = createSelector([selectFacts], confirmedPersonNavigation)

/** A reload lost the typed information: the form shows again. */
export const selectIsInformationLost = createSelector([selectFacts], isPersonInformationLost)

/** FINISH leads to the dashboard with a connection; an issued credential implies one. */
export const selectFlowReachesDashboard = createSelector(
  [selectFacts],
  ({ meeting, credentialState }) => credentialState !== undefined || isMet(meeting, 'confirmedPerson'),
)
