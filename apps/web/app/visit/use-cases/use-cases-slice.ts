import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { createAppThunk } from '../../state/app-thunk.ts'
import { characterPicked, completedUseCase, leftUseCase, stateRestored } from '../../state/demo-actions.ts'

export interface UseCasesState {
  /** The slug being played. */
  currentUseCase: string | null
}

declare module '../../state/root-state.ts' {
  interface RootState {
    useCases: UseCasesState
  }
  interface PersistedState {
    useCases: UseCasesState
  }
}

export const initialUseCases: UseCasesState = { currentUseCase: null }

const useCasesSlice = createSlice({
  name: 'useCases',
  initialState: initialUseCases,
  reducers: {
    openedUseCase(state, { payload }: PayloadAction<{ slug: string; screenCount: number; resumes: boolean }>) {
      state.currentUseCase = payload.slug
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(stateRestored, (state, { payload }) => payload.useCases ?? state)
      .addCase(characterPicked, (state, { payload }) => (payload.changed ? initialUseCases : state))
      .addCase(completedUseCase, (state, { payload }) => ended(state, payload.slug))
      .addCase(leftUseCase, (state, { payload }) => ended(state, payload.slug)),
})

const ended = (state: UseCasesState, slug: string) => (state.currentUseCase === slug ? initialUseCases : state)

export const { openedUseCase } = useCasesSlice.actions
export const useCasesReducer = useCasesSlice.reducer

/** Call it when /uc/{slug} is shown: goes on where a reload interrupted, starts anew after another use case. */
export const openUseCase = createAppThunk(
  'useCases/open',
  async ({ slug, screenCount }: { slug: string; screenCount: number }, { dispatch, getState }) => {
    const { currentUseCase } = getState().useCases
    if (currentUseCase !== null && currentUseCase !== slug) dispatch(leftUseCase({ slug: currentUseCase }))
    dispatch(openedUseCase({ slug, screenCount, resumes: currentUseCase === slug }))
  },
)
