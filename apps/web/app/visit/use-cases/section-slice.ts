import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { proofForgotten, proofStarted } from '../../exchanges/proving/proof-slice.ts'
import { characterPicked, stateRestored } from '../../state/demo-actions.ts'
import { openedUseCase } from './use-cases-slice.ts'

/** Progress in the running use case; without one it means nothing. */
export interface SectionState {
  /** Number of screens in the use case. */
  sectionCount: number
  /** Index of the screen shown. */
  stepCount: number
  /** Proof exchange of this step. Only the id is stored; a reload fetches the proof. */
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
      // Progress is per tab: another tab may play a different use case.
      .addCase(stateRestored, (state, { payload }) => payload.section ?? state)
      .addCase(characterPicked, (state, { payload }) => (payload.changed ? initialSection : state)),
})

export const { stepSet } = sectionSlice.actions
export const sectionReducer = sectionSlice.reducer
