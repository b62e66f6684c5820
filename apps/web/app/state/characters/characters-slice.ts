import type { Character } from '@lastmile/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { type Failure, failureOf } from '../../api/api-error.ts'
import { createAppThunk } from '../app-thunk.ts'
import { characterPicked, stateRestored } from '../demo-actions.ts'

interface CharactersState {
  characters: Character[]
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
      .addCase(fetchCharacters.pending, (state) => {
        state.isLoading = true
        state.error = null
      })
      .addCase(fetchCharacters.fulfilled, (state, { payload }) => {
        state.characters = payload
        state.isLoading = false
        state.error = null
      })
      .addCase(fetchCharacters.rejected, (state, { payload, error }) => {
        state.isLoading = false
        state.error = payload ?? failureOf(error)
      })
      .addCase(characterPicked, (state, { payload }) => {
        state.currentCharacter = payload.id
      })
      .addCase(stateRestored, (state, { payload }) => {
        Object.assign(state, payload.characters)
      }),
})

const { retrying } = charactersSlice.actions
export const charactersReducer = charactersSlice.reducer
