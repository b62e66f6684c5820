import type { Character } from '@lastmile/contracts'
import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit'
import { type Failure, failureOf, isNotFound } from '../../api/api-error.ts'
import { createAppThunk } from '../app-thunk.ts'
import { characterPicked, stateRestored } from '../demo-actions.ts'

interface CharactersState {
  characters: Character[]
  /** Those that the list leaves out, fetched one by one; null where there is no such character. */
  unlisted: Record<string, Character | null>
  uploadedCharacter: Character | null
  /** The slug; the character itself is looked up, so that its credentials' values never reach the browser's storage. */
  currentCharacter: string | null
  isUploading: boolean
  isLoading: boolean
  /** May stand while loading: the call is then being repeated by itself. */
  error: Failure | null
}

declare module '../root-state.ts' {
  interface RootState {
    characters: CharactersState
  }
}

const initialState: CharactersState = {
  characters: [],
  unlisted: {},
  uploadedCharacter: null,
  currentCharacter: null,
  isUploading: false,
  isLoading: false,
  error: null,
}

export const fetchCharacters = createAppThunk(
  'characters/fetch',
  async (_: undefined, { extra, dispatch, rejectWithValue }) => {
    try {
      return await extra.call('getCharacters', { onRetry: (error) => dispatch(retrying(failureOf(error))) })
    } catch (error) {
      return rejectWithValue(failureOf(error))
    }
  },
  { condition: (_, { getState }) => !getState().characters.isLoading },
)

/** A hidden character, which the list leaves out. */
export const fetchCharacter = createAppThunk(
  'characters/fetchOne',
  async (id: string, { extra, dispatch, rejectWithValue }) => {
    try {
      return await extra.call('getCharacter', {
        params: { id },
        onRetry: (error) => dispatch(retrying(failureOf(error))),
      })
    } catch (error) {
      return isNotFound(error) ? null : rejectWithValue(failureOf(error))
    }
  },
  { condition: (_, { getState }) => !getState().characters.isLoading },
)

/** Switching to another character forgets what the earlier one did. */
export const pickCharacter = createAppThunk('characters/pick', async (id: string, { dispatch, getState }) => {
  const { currentCharacter } = getState().characters
  if (currentCharacter === id) return
  dispatch(characterPicked({ id, changed: currentCharacter !== null }))
})

const charactersSlice = createSlice({
  name: 'characters',
  initialState,
  reducers: {
    retrying(state, { payload }: PayloadAction<Failure>) {
      state.error = payload
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(fetchCharacters.fulfilled, (state, { payload }) => {
        state.characters = payload
      })
      .addCase(fetchCharacter.fulfilled, (state, { payload, meta }) => {
        state.unlisted[meta.arg] = payload
      })
      .addCase(characterPicked, (state, { payload }) => {
        state.currentCharacter = payload.id
      })
      .addCase(stateRestored, (state, { payload }) => {
        Object.assign(state, payload.characters)
      })
      .addMatcher(isAnyOf(fetchCharacters.pending, fetchCharacter.pending), (state) => {
        state.isLoading = true
        state.error = null
      })
      .addMatcher(isAnyOf(fetchCharacters.fulfilled, fetchCharacter.fulfilled), (state) => {
        state.isLoading = false
        state.error = null
      })
      .addMatcher(isAnyOf(fetchCharacters.rejected, fetchCharacter.rejected), (state, { payload, error }) => {
        state.isLoading = false
        state.error = payload ?? failureOf(error)
      }),
})

const { retrying } = charactersSlice.actions
export const charactersReducer = charactersSlice.reducer
