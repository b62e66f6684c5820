import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { proofForgotten, proofStarted } from '../../exchanges/proving/proof-slice.ts'
import { characterPicked, stateRestored } from '../../state/demo-actions.ts'
import { initialTab } from '../../state/initial-state.ts'
import { openedUseCase } from './use-cases-slice.ts'

const { section: initialSection } = initialTab

const sectionSlice = createSlice({
  name: 'section',
  initialState: initialSection,
  reducers: {
    stepSet(state, { payload }: PayloadAction<number>) {
      state.stepCount = Math.max(0, Math.min(payload, state.sectionCount - 1))
      state.proofId = null
    },
    /** Back at the step that asked for a proof, which goes on. */
    proofStepResumed(state, { payload }: PayloadAction<{ stepCount: number; proofId: string }>) {
      Object.assign(state, payload)
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
          : { ...initialSection, ...payload.position, sectionCount: payload.screenCount },
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

export const { stepSet, proofStepResumed } = sectionSlice.actions
export const sectionReducer = sectionSlice.reducer
