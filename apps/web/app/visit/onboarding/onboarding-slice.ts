import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { isUseCaseScreen } from '../../exchanges/connecting/screen-key.ts'
import { characterPicked, confirmedPersonFinished, invitationCreated, stateRestored } from '../../state/demo-actions.ts'
import { initialShared } from '../../state/initial-state.ts'

const onboardingSlice = createSlice({
  name: 'onboarding',
  initialState: initialShared.onboarding,
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
        payload.changed ? { ...initialShared.onboarding, onboardingStep: state.onboardingStep } : state,
      ),
})

export const { onboardingStepSet, onboardingCompleted } = onboardingSlice.actions
export const onboardingReducer = onboardingSlice.reducer
