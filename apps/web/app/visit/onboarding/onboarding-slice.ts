import { pickCharacterId } from '@lastmile/journey'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { isUseCaseScreen } from '../../exchanges/connecting/screen-key.ts'
import { characterPicked, confirmedPersonFinished, invitationCreated, stateRestored } from '../../state/demo-actions.ts'

export interface OnboardingState {
  /** Screen id in the current character's list. */
  onboardingStep: string
  /** Onboarding's latest connection. */
  connectionId: string | null
  isCompleted: boolean
}

declare module '../../state/root-state.ts' {
  interface RootState {
    onboarding: OnboardingState
  }
  interface PersistedState {
    onboarding: OnboardingState
  }
}

export const initialOnboarding: OnboardingState = {
  onboardingStep: pickCharacterId,
  connectionId: null,
  isCompleted: false,
}

const onboardingSlice = createSlice({
  name: 'onboarding',
  initialState: initialOnboarding,
  reducers: {
    /** Names the target, not a direction: two tabs or a double click advance once. */
    onboardingStepSet(state, { payload }: PayloadAction<string>) {
      state.onboardingStep = payload
    },
    onboardingCompleted(state) {
      state.isCompleted = true
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(invitationCreated, (state, { payload: { screen, invitation } }) => {
        if (!isUseCaseScreen(screen)) state.connectionId = invitation.connection_id
      })
      .addCase(stateRestored, (state, { payload }) => payload.onboarding ?? state)
      .addCase(confirmedPersonFinished, (state) => {
        state.isCompleted = true
      })
      .addCase(characterPicked, (state, { payload }) =>
        payload.changed ? { ...initialOnboarding, onboardingStep: state.onboardingStep } : state,
      ),
})

export const { onboardingStepSet, onboardingCompleted } = onboardingSlice.actions
export const onboardingReducer = onboardingSlice.reducer
