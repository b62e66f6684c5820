import { confirmedPersonName } from '@lastmile/contracts/constants'
import {
  type ConfirmedPersonFacts,
  type ConfirmedPersonStep,
  confirmedPersonNavigation,
  confirmedPersonStepAt,
  isConnected,
  isPersonInformationLost,
  missingPersonFields,
  sameCredential,
} from '@lastmile/journey'
import { createSelector } from '@reduxjs/toolkit'
import { connectionOfScreen } from '../../exchanges/connecting/connection-slice.ts'
import { onboardingScreenKey } from '../../exchanges/connecting/screen-key.ts'
import type { RootState } from '../../state/root-state.ts'

const connectStep: ConfirmedPersonStep = 'CONNECT_WALLET'

/** The flow's one connect step holds its connection. */
export const flowScreenKey = onboardingScreenKey(connectStep)

export const selectFlowConnection = ({ connection }: RootState) => connectionOfScreen(connection, flowScreenKey)

export const selectMissingFields = createSelector(
  [(state: RootState) => state.confirmedPerson.personInformation],
  missingPersonFields,
)

const selectFacts = createSelector(
  [
    (state: RootState) => state.confirmedPerson.step,
    (state: RootState) => state.onboarding.onboardingStep,
    (state: RootState) => selectMissingFields(state).length === 0,
    (state: RootState) => selectFlowConnection(state)?.state,
    (state: RootState) =>
      state.credentials.issuedCredentials.find(({ name }) => sameCredential(name, confirmedPersonName))?.state,
  ],
  (step, reached, isInformed, connectionState, credentialState): ConfirmedPersonFacts => ({
    step: step ?? undefined,
    reached,
    isInformed,
    connectionState,
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
  ({ connectionState, credentialState }) =>
    credentialState !== undefined || isConnected(connectionState, 'confirmedPerson'),
)
