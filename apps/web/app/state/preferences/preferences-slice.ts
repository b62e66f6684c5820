import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { characterPicked, completedUseCase, invitationCreated, stateRestored } from '../demo-actions.ts'

/** What operators switch on and off in the hidden menu, or preset with a link. */
export interface OperatorOptions {
  showHiddenUseCases: boolean
  /** On until switched off: revoking is half of what a visitor comes to see. */
  revocationEnabled: boolean
  characterUploadEnabled: boolean
}

export interface PreferencesState extends OperatorOptions {
  /** null: as the device prefers. */
  darkMode: boolean | null
  completedUseCaseSlugs: string[]
  demoCompleted: boolean
  /** The visitor closed 'Showcase Completed!' with CANCEL; not asked again until something changes. */
  completeCanceled: boolean
  /** ISO 8601, when the first invitation of this visit was made. */
  connectionDate: string | null
  lastServerReset: string | null
}

declare module '../root-state.ts' {
  interface RootState {
    preferences: PreferencesState
  }
  interface PersistedState {
    preferences: PreferencesState
  }
}

export const initialPreferences: PreferencesState = {
  darkMode: null,
  showHiddenUseCases: false,
  revocationEnabled: true,
  characterUploadEnabled: false,
  completedUseCaseSlugs: [],
  demoCompleted: false,
  completeCanceled: false,
  connectionDate: null,
  lastServerReset: null,
}

export const operatorOptionsOf = ({
  showHiddenUseCases,
  revocationEnabled,
  characterUploadEnabled,
}: OperatorOptions): OperatorOptions => ({ showHiddenUseCases, revocationEnabled, characterUploadEnabled })

/** What there is to complete has changed, so it is told again when it is complete. */
const forgetCompletion = (state: PreferencesState) => {
  state.demoCompleted = false
  state.completeCanceled = false
}

const clearCompletion = (state: PreferencesState) => {
  state.completedUseCaseSlugs = []
  forgetCompletion(state)
}

const preferencesSlice = createSlice({
  name: 'preferences',
  initialState: initialPreferences,
  reducers: {
    darkModeSet(state, { payload }: PayloadAction<boolean>) {
      state.darkMode = payload
    },
    operatorOptionsSet(state, { payload }: PayloadAction<Partial<OperatorOptions>>) {
      if ((payload.showHiddenUseCases ?? state.showHiddenUseCases) !== state.showHiddenUseCases) forgetCompletion(state)
      Object.assign(state, payload)
    },
    /** The use cases can be played anew; what the visitor holds stays. */
    dashboardReset: clearCompletion,
    demoCompletedSet(state) {
      state.demoCompleted = true
    },
    completionCanceled(state) {
      state.completeCanceled = true
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
      .addCase(invitationCreated, (state, { payload }) => {
        if (state.connectionDate !== null) return
        // A device whose clock is behind must not make a fresh connection look older than the server's data.
        const { lastServerReset } = state
        state.connectionDate =
          lastServerReset !== null && lastServerReset > payload.createdAt ? lastServerReset : payload.createdAt
      })
      .addCase(completedUseCase, (state, { payload }) => {
        if (state.completedUseCaseSlugs.includes(payload.slug)) return
        state.completedUseCaseSlugs.push(payload.slug)
        // Something was left to do, so what comes now is a completion of its own.
        state.demoCompleted = false
        state.completeCanceled = false
      }),
})

export const {
  darkModeSet,
  operatorOptionsSet,
  dashboardReset,
  demoCompletedSet,
  completionCanceled,
  lastServerResetFetched,
} = preferencesSlice.actions
export const preferencesReducer = preferencesSlice.reducer
