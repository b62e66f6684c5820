import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { proofForgotten, proofStarted } from '../../exchanges/proving/proof-slice.ts'
import { characterPicked, stateRestored } from '../../state/demo-actions.ts'
import { openedUseCase } from './use-cases-slice.ts'

/** Progress within the use case that is being played; without one it means nothing, and the next one begins anew. */
export interface SectionState {
  /** How many screens the use case has. */
  sectionCount: number
  /** Index of the screen shown. */
  stepCount: number
  /** Id of the proof exchange of this step; the proof itself is never stored, a reload asks the server by this id. */
  proofId: string | null
}

declare module '../../state/root-state.ts' {
  interface RootState {
    section: SectionState
  }
  interface PersistedState {
    section: SectionState
  }
}

export const initialSection: SectionState = { sectionCount: 0, stepCount: 0, proofId: null }

const sectionSlice = createSlice({
  name: 'section',
  initialState: initialSection,
  reducers: {
    stepSet(state, { payload }: PayloadAction<number>) {
      state.stepCount = Math.max(0, Math.min(payload, state.sectionCount - 1))
      state.proofId = null
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(openedUseCase, (state, { payload }) =>
        payload.resumes
          ? {
              ...state,
              sectionCount: payload.screenCount,
              stepCount: Math.max(0, Math.min(state.stepCount, payload.screenCount - 1)),
            }
          : { ...initialSection, sectionCount: payload.screenCount },
      )
      .addCase(proofStarted, (state, { payload }) => {
        state.proofId = payload.proof.presentation_exchange_id
      })
      .addCase(proofForgotten, (state) => {
        state.proofId = null
      })
      // Progress within a use case is this tab's own; another tab may be playing another one.
      .addCase(stateRestored, (state, { payload }) => payload.section ?? state)
      .addCase(characterPicked, (state, { payload }) => (payload.changed ? initialSection : state)),
})

export const { stepSet } = sectionSlice.actions
export const sectionReducer = sectionSlice.reducer
