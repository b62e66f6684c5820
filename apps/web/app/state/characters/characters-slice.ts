import type { Character, CredentialToIssue } from '@lastmile/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { type Failure, failureOf, isNotFound } from '../../api/api-error.ts'
import { createAppThunk } from '../app-thunk.ts'
import { characterPicked, stateRestored } from '../demo-actions.ts'

/** A character's credentials are being registered, one after the other. */
export interface CharacterUpload {
  /** Of the request that does it; another one may have taken its place. */
  id: string
  character: Character
  /** Those of all its screens; the first ones are registered. */
  credentials: CredentialToIssue[]
  registered: number
  error: Failure | null
}

interface CharactersState {
  characters: Character[]
  /** Whether the list has come; `characters` may hold hidden ones before. */
  isListed: boolean
  /** Asked for by name, and not known to the server. */
  unknownCharacters: string[]
  /** In this page's memory only: its file holds values of attributes. */
  uploadedCharacter: Character | null
  /** Its slug, which is kept: after a reload the page knows that it has to ask for the file. */
  uploadedSlug: string | null
  upload: CharacterUpload | null
  /** The slug; the character itself is looked up, so that its credentials' values never reach the browser's storage. */
  currentCharacter: string | null
  isUploading: boolean
  isLoading: boolean
  /** May stand while loading: the call is then being repeated by itself. */
  error: Failure | null
  /** The character that was asked for when it failed; null when it was the list. */
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

/** One that the list leaves out, because it is hidden. */
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
    /** May stand while uploading: the call is then being repeated by itself. */
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
        // There is no failure to tell of: the page says that there is no such character.
        state.error = state.unknownCharacters.includes(meta.arg) ? null : (payload ?? failureOf(error))
      })
      .addCase(characterPicked, (state, { payload }) => {
        state.currentCharacter = payload.id
      })
      .addCase(stateRestored, (state, { payload }) => {
        Object.assign(state, payload.characters, payload.upload)
      }),
})

/** What was brought along, finished or under way. */
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
