import type { SharedState } from '@lastmile/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import {
  characterPicked,
  completedUseCase,
  connectionNotNeeded,
  invitationCreated,
  protocolChosen,
  stateRestored,
} from '../demo-actions.ts'
import { initialShared } from '../initial-state.ts'

type PreferencesState = SharedState['preferences']

/** Options of the hidden menu, also preset by a presenter's link. */
export type OperatorOptions = Pick<
  PreferencesState,
  'showHiddenUseCases' | 'revocationEnabled' | 'characterUploadEnabled'
>

export const operatorOptionsOf = ({
  showHiddenUseCases,
  revocationEnabled,
  characterUploadEnabled,
}: OperatorOptions): OperatorOptions => ({ showHiddenUseCases, revocationEnabled, characterUploadEnabled })

/** A changed goal is announced again on completion. */
const forgetCompletion = (state: PreferencesState) => {
  state.demoCompleted = false
  state.completeCanceled = false
}

const clearCompletion = (state: PreferencesState) => {
  state.completedUseCaseSlugs = []
  delete state.revokedSeenRefused
  forgetCompletion(state)
}

function beginVisit(state: PreferencesState, createdAt: string) {
  if (state.connectionDate !== null) return
  // A slow device clock must not date a new connection before the server's data.
  const { lastServerReset } = state
  state.connectionDate = lastServerReset !== null && lastServerReset > createdAt ? lastServerReset : createdAt
}

const preferencesSlice = createSlice({
  name: 'preferences',
  initialState: initialShared.preferences,
  reducers: {
    darkModeSet(state, { payload }: PayloadAction<boolean>) {
      state.darkMode = payload
    },
    operatorOptionsSet(state, { payload }: PayloadAction<Partial<OperatorOptions>>) {
      if ((payload.showHiddenUseCases ?? state.showHiddenUseCases) !== state.showHiddenUseCases) forgetCompletion(state)
      Object.assign(state, payload)
    },
    /** The use cases restart; the visitor's credentials stay. */
    dashboardReset: clearCompletion,
    demoCompletedSet(state) {
      state.demoCompleted = true
    },
    completionCanceled(state) {
      state.completeCanceled = true
    },
    revokedWasRefused(state) {
      state.revokedSeenRefused = true
    },
    completionReopened(state) {
      state.completeCanceled = false
    },
    lastServerResetFetched(state, { payload }: PayloadAction<string>) {
      state.lastServerReset = payload
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(stateRestored, (state, { payload }) => payload.preferences ?? state)
      .addCase(characterPicked, (state, { payload }) => {
        if (!payload.changed) return
        clearCompletion(state)
        state.connectionDate = null
      })
      .addCase(invitationCreated, (state, { payload }) => beginVisit(state, payload.createdAt))
      .addCase(connectionNotNeeded, (state, { payload }) => beginVisit(state, payload.createdAt))
      .addCase(protocolChosen, (state, { payload }) => {
        state.protocol = payload
      })
      .addCase(completedUseCase, (state, { payload }) => {
        if (state.completedUseCaseSlugs.includes(payload.slug)) return
        state.completedUseCaseSlugs.push(payload.slug)
        // A use case was still open: this completion is a new one.
        forgetCompletion(state)
      }),
})

export const {
  darkModeSet,
  operatorOptionsSet,
  dashboardReset,
  demoCompletedSet,
  completionCanceled,
  completionReopened,
  revokedWasRefused,
  lastServerResetFetched,
} = preferencesSlice.actions
export const preferencesReducer = preferencesSlice.reducer
