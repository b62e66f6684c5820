import type { Receipt } from '@lastmile/journey'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { deleteProof } from '../../exchanges/proving/proof-thunks.ts'
import { createAppThunk } from '../../state/app-thunk.ts'
import { characterPicked, completedUseCase, leftUseCase, stateRestored } from '../../state/demo-actions.ts'

export interface UseCasesState {
  /** The slug being played. */
  currentUseCase: string | null
  /** Of the proofs that verifiers have accepted in this visit, by the id of the proof. Names only, no values. */
  receipts: Record<string, Receipt>
}

declare module '../../state/root-state.ts' {
  interface RootState {
    useCases: UseCasesState
  }
  interface PersistedState {
    useCases: Pick<UseCasesState, 'currentUseCase'>
    /** All tabs have them together, while each plays its own use case. */
    receipts: { byProof: UseCasesState['receipts'] }
  }
}

export const initialUseCases: UseCasesState = { currentUseCase: null, receipts: {} }

/** So many are kept; more than a visit makes, unless somebody repeats one use case over and over. */
export const receiptsKept = 30

const useCasesSlice = createSlice({
  name: 'useCases',
  initialState: initialUseCases,
  reducers: {
    openedUseCase(state, { payload }: PayloadAction<{ slug: string; screenCount: number; resumes: boolean }>) {
      state.currentUseCase = payload.slug
    },
    /** A proof gives one receipt, however often its news is heard. */
    receiptMade(state, { payload }: PayloadAction<Receipt>) {
      if (state.receipts[payload.id]) return
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
      .addCase(characterPicked, (state, { payload }) => (payload.changed ? initialUseCases : state))
      .addCase(completedUseCase, (state, { payload }) => ended(state, payload.slug))
      .addCase(leftUseCase, (state, { payload }) => ended(state, payload.slug)),
})

const ended = (state: UseCasesState, slug: string) =>
  state.currentUseCase === slug ? { ...state, currentUseCase: null } : state

export const { openedUseCase, receiptMade } = useCasesSlice.actions
export const useCasesReducer = useCasesSlice.reducer

/**
 * Call it when /uc/{slug} shows: resumes after a reload; starts anew after another use case, whose proof it deletes.
 */
export const openUseCase = createAppThunk(
  'useCases/open',
  async ({ slug, screenCount }: { slug: string; screenCount: number }, { dispatch, getState }) => {
    const { currentUseCase } = getState().useCases
    if (currentUseCase !== null && currentUseCase !== slug) {
      void dispatch(deleteProof())
      dispatch(leftUseCase({ slug: currentUseCase }))
    }
    dispatch(openedUseCase({ slug, screenCount, resumes: currentUseCase === slug }))
  },
)
