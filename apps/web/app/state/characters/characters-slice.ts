import type { Character, CredentialToIssue } from '@lastmile/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { type Failure, failureOf, isNotFound } from '../../api/api-error.ts'
import { createAppThunk } from '../app-thunk.ts'
import { characterPicked, stateRestored } from '../demo-actions.ts'

/** Registers a character's credentials, one after the other. */
export interface CharacterUpload {
  /** Request id; a newer upload may have replaced it. */
  id: string
  character: Character
  /** Credentials of all its screens; the first ones are registered. */
  credentials: CredentialToIssue[]
  registered: number
  error: Failure | null
}

interface CharactersState {
  characters: Character[]
  /** Whether the list has arrived; `characters` may hold hidden ones earlier. */
  isListed: boolean
  /** Requested slugs that the server does not know. */
  unknownCharacters: string[]
  /** In memory only: its file holds attribute values. */
  uploadedCharacter: Character | null
  /** Its slug is stored: after a reload the page asks for the file again. */
  uploadedSlug: string | null
  upload: CharacterUpload | null
  /** Only the slug: looking the character up keeps its credentials' values out of the browser's storage. */
  currentCharacter: string | null
  isUploading: boolean
  isLoading: boolean
  /** May stand while loading: the call is then being retried. */
  error: Failure | null
  /** The requested character when it failed; null for the list. */
  errorOf: string | null
}

declare module '../root-state.ts' {
  interface RootState {
    characters: CharactersState
  }
}

const initialState: CharactersState = {
  characters: [],
  isListed: false,
  unknownCharacters: [],
  uploadedCharacter: null,
  uploadedSlug: null,
  upload: null,
  currentCharacter: null,
  isUploading: false,
  isLoading: false,
  error: null,
  errorOf: null,
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

/** Fetches a hidden character, which the list omits. */
export const fetchCharacter = createAppThunk(
  'characters/fetchOne',
  async (id: string, { extra, dispatch, rejectWithValue }) => {
    try {
      return await extra.call('getCharacter', {
        params: { id },
        onRetry: (error) => dispatch(retrying(failureOf(error))),
      })
    } catch (error) {
      if (isNotFound(error)) dispatch(characterUnknown(id))
      return rejectWithValue(failureOf(error))
    }
  },
  { condition: (_, { getState }) => !getState().characters.isLoading },
)

/** Switching characters drops the progress of the earlier one. */
export const pickCharacter = createAppThunk('characters/pick', async (id: string, { dispatch, getState }) => {
  const { currentCharacter } = getState().characters
  if (currentCharacter === id) return
  dispatch(characterPicked({ id, changed: currentCharacter !== null }))
})

const charactersSlice = createSlice({
  name: 'characters',
  initialState,
  reducers: {
    characterUnknown(state, { payload: id }: PayloadAction<string>) {
      state.unknownCharacters.push(id)
    },
    retrying(state, { payload }: PayloadAction<Failure>) {
      state.error = payload
    },
    uploadStarted(state, { payload }: PayloadAction<Omit<CharacterUpload, 'registered' | 'error'>>) {
      state.upload = { ...payload, registered: 0, error: null }
      state.uploadedSlug = payload.character.id
      state.isUploading = true
    },
    credentialRegistered(state) {
      if (state.upload) Object.assign(state.upload, { registered: state.upload.registered + 1, error: null })
    },
    /** May stand while uploading: the call is then being retried. */
    uploadFailed(state, { payload }: PayloadAction<{ failure: Failure; isOver: boolean }>) {
      if (state.upload) state.upload.error = payload.failure
      state.isUploading = !payload.isOver
    },
    uploadEnded(state) {
      if (state.upload) state.uploadedCharacter = state.upload.character
      state.upload = null
      state.isUploading = false
    },
    uploadCanceled(state) {
      state.upload = null
      state.isUploading = false
      state.uploadedSlug = state.uploadedCharacter?.id ?? null
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(fetchCharacters.pending, (state) => {
        state.isLoading = true
        state.error = null
        state.errorOf = null
      })
      .addCase(fetchCharacters.fulfilled, (state, { payload }) => {
        const others = state.characters.filter(({ id }) => !payload.some((listed) => listed.id === id))
        state.characters = [...payload, ...others]
        state.isListed = true
        state.isLoading = false
        state.error = null
      })
      .addCase(fetchCharacters.rejected, (state, { payload, error }) => {
        state.isLoading = false
        state.error = payload ?? failureOf(error)
      })
      .addCase(fetchCharacter.pending, (state, { meta }) => {
        state.isLoading = true
        state.error = null
        state.errorOf = meta.arg
      })
      .addCase(fetchCharacter.fulfilled, (state, { payload }) => {
        state.characters = [...state.characters.filter(({ id }) => id !== payload.id), payload]
        state.isLoading = false
        state.error = null
      })
      .addCase(fetchCharacter.rejected, (state, { payload, error, meta }) => {
        state.isLoading = false
        // Not a failure to show: the page says that the character does not exist.
        state.error = state.unknownCharacters.includes(meta.arg) ? null : (payload ?? failureOf(error))
      })
      .addCase(characterPicked, (state, { payload }) => {
        state.currentCharacter = payload.id
      })
      .addCase(stateRestored, (state, { payload }) => {
        Object.assign(state, payload.characters, payload.upload)
      }),
})

/** The finished or running upload. */
export const uploadOf = ({ uploadedCharacter, uploadedSlug, upload, isUploading }: CharactersState) => ({
  uploadedCharacter,
  uploadedSlug,
  upload,
  isUploading,
})

const { retrying, characterUnknown } = charactersSlice.actions
export const { uploadStarted, credentialRegistered, uploadFailed, uploadEnded, uploadCanceled } =
  charactersSlice.actions
export const charactersReducer = charactersSlice.reducer
