import { createSlice } from '@reduxjs/toolkit'
import { type Answer, proofForgotten, proofSetAside, proofStarted } from '../../exchanges/proving/proof-slice.ts'
import { characterPicked, completedUseCase, leftUseCase, stateRestored } from '../../state/demo-actions.ts'
import { initialShared } from '../../state/initial-state.ts'
import { proofStepResumed, stepSet } from './section-slice.ts'
import { openedUseCase } from './use-cases-slice.ts'

const initialState = {
  ...initialShared.positions,
  /** The use case that this tab plays. */
  current: null as string | null,
}
type PositionsState = typeof initialState

/** The position in each use case of the visit, for a tab that opens it after another was closed. */
const positionsSlice = createSlice({
  name: 'positions',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(openedUseCase, (state, { payload }) => {
        state.current = payload.slug
      })
      .addCase(stepSet, (state, { payload }) => keep(state, { stepCount: Math.max(0, payload), proofId: null }))
      .addCase(proofStepResumed, (state, { payload }) => keep(state, payload))
      .addCase(proofStarted, (state, { payload }) => keep(state, { proofId: payload.proof.presentation_exchange_id }))
      .addCase(proofForgotten, (state) => {
        keep(state, { proofId: null })
        answer(state, undefined)
      })
      .addCase(proofSetAside, (state, { payload }) => answer(state, payload))
      .addCase(stateRestored, (state, { payload }) => ({ ...state, ...payload.positions }))
      .addCase(completedUseCase, (state, { payload }) => forget(state, payload.slug))
      .addCase(leftUseCase, (state, { payload }) => forget(state, payload.slug))
      .addCase(characterPicked, (state, { payload }) => (payload.changed ? initialState : state)),
})

function keep(state: PositionsState, change: Partial<PositionsState['bySlug'][string]>): void {
  if (state.current === null) return
  const known = state.bySlug[state.current] ?? { stepCount: 0, proofId: null }
  state.bySlug[state.current] = { ...known, ...change }
}

/** The answer of the step that is shown; undefined where it is to be asked again. */
function answer(state: PositionsState, given: Answer | undefined): void {
  const position = state.bySlug[state.current ?? '']
  if (!position) return
  const { [position.stepCount]: _, ...others } = position.answered ?? {}
  position.answered = given ? { ...others, [position.stepCount]: given } : others
}

function forget(state: PositionsState, slug: string): void {
  delete state.bySlug[slug]
  if (state.current === slug) state.current = null
}

export const positionsReducer = positionsSlice.reducer
