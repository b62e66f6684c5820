import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { characterPicked, completedUseCase, invitationCreated, stateRestored } from '../demo-actions.ts'

export interface PreferencesState {
  /** null: as the device prefers. */
  darkMode: boolean | null
  showHiddenUseCases: boolean
  /** On until switched off: revoking is half of what a visitor comes to see. */
  revocationEnabled: boolean
  characterUploadEnabled: boolean
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

const clearCompletion = (state: PreferencesState) => {
  state.completedUseCaseSlugs = []
  state.demoCompleted = false
  state.completeCanceled = false
}

const preferencesSlice = createSlice({
  name: 'preferences',
  initialState: initialPreferences,
  reducers: {
    darkModeSet(state, { payload }: PayloadAction<boolean>) {
      state.darkMode = payload
    },
    revocationToggled(state) {
      state.revocationEnabled = !state.revocationEnabled
    },
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

export const { darkModeSet, revocationToggled, demoCompletedSet, completionCanceled, lastServerResetFetched } =
  preferencesSlice.actions
export const preferencesReducer = preferencesSlice.reducer
