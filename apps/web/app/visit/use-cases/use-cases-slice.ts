import type { Receipt, SharedState } from '@lastmile/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { deleteProof } from '../../exchanges/proving/proof-thunks.ts'
import { createAppThunk } from '../../state/app-thunk.ts'
import {
  characterPicked,
  completedUseCase,
  leftUseCase,
  revokedReplaced,
  stateRestored,
} from '../../state/demo-actions.ts'
import { initialShared, initialTab } from '../../state/initial-state.ts'

const initialState = {
  ...initialTab.useCases,
  /** Accepted proofs of this visit, by proof id. Names only, no values. */
  receipts: initialShared.receipts.byProof,
}
type UseCasesState = typeof initialState

/** More than a visit makes, unless a visitor repeats one use case endlessly. */
export const receiptsKept = 30

interface OpenedUseCase {
  slug: string
  screenCount: number
  /** In this tab, after a reload. */
  resumes: boolean
  /** In another tab, which is closed now or plays it too. */
  position?: SharedState['positions']['bySlug'][string] | undefined
}

const useCasesSlice = createSlice({
  name: 'useCases',
  initialState,
  reducers: {
    openedUseCase(state, { payload }: PayloadAction<OpenedUseCase>) {
      state.currentUseCase = payload.slug
    },
    /** One receipt per proof, however often its news arrives; the last holds what was shown. */
    receiptMade(state, { payload }: PayloadAction<Receipt>) {
      const known = state.receipts[payload.id]
      if (known) {
        if (payload.holderKeys) known.holderKeys = payload.holderKeys
        return
      }
      const newest = [...Object.values(state.receipts), payload].slice(-receiptsKept)
      state.receipts = Object.fromEntries(newest.map((receipt) => [receipt.id, receipt]))
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(stateRestored, (state, { payload }) => ({
        currentUseCase: (payload.useCases ?? state).currentUseCase,
        receipts: payload.receipts?.byProof ?? state.receipts,
      }))
      .addCase(revokedReplaced, (state, { payload: exchange }) => {
        for (const { credentials } of Object.values(state.receipts))
          for (const used of credentials) if (used.exchange === exchange) used.isRevoked = true
      })
      .addCase(characterPicked, (state, { payload }) => (payload.changed ? initialState : state))
      .addCase(completedUseCase, (state, { payload }) => ended(state, payload.slug))
      .addCase(leftUseCase, (state, { payload }) => ended(state, payload.slug)),
})

const ended = (state: UseCasesState, slug: string) =>
  state.currentUseCase === slug ? { ...state, currentUseCase: null } : state

export const { openedUseCase, receiptMade } = useCasesSlice.actions
export const useCasesReducer = useCasesSlice.reducer

/**
 * Call it when /uc/{slug} shows: resumes after a reload, or where a closed tab was; leaves another use case, whose
 * proof it deletes.
 */
export const openUseCase = createAppThunk(
  'useCases/open',
  async ({ slug, screenCount }: { slug: string; screenCount: number }, { dispatch, getState }) => {
    const { currentUseCase } = getState().useCases
    if (currentUseCase !== null && currentUseCase !== slug) {
      void dispatch(deleteProof())
      dispatch(leftUseCase({ slug: currentUseCase }))
    }
    const kept = getState().positions.bySlug[slug]
    const position = kept && { ...kept, stepCount: Math.min(kept.stepCount, screenCount - 1) }
    dispatch(openedUseCase({ slug, screenCount, resumes: currentUseCase === slug, position }))
  },
)
