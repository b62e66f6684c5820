import type { Character, CredentialToIssue } from '@lastmile/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { type Failure, failureOf, isNotFound } from '../../api/api-error.ts'
import { createAppThunk } from '../app-thunk.ts'
import { characterPicked, stateRestored } from '../demo-actions.ts'
import { failed, idle, loading } from '../fetching.ts'

export interface Upload {
  /** Validated, with the slugs of an uploaded one. */
  character: Character
  /** Credentials of all its screens. */
  credentials: CredentialToIssue[]
}

/** Registers a character's credentials, one after the other. */
export interface CharacterUpload extends Upload {
  /** Request id; a newer upload may have replaced it. */
  id: string
  /** How many of the credentials. */
  registered: number
  error: Failure | null
}

const initialState = {
  ...idle,
  characters: [] as Character[],
  /** Whether the list has arrived; `characters` may hold hidden ones earlier. */
  isListed: false,
  /** Requested slugs that the server does not know. */
  unknownCharacters: [] as string[],
  /** In memory only: its file holds attribute values. */
  uploadedCharacter: null as Character | null,
  /** Its slug is stored: after a reload the page asks for the file again. */
  uploadedSlug: null as string | null,
  upload: null as CharacterUpload | null,
  isUploading: false,
  /** Only the slug: looking the character up keeps its credentials' values out of the browser's storage. */
  currentCharacter: null as string | null,
  /** Another tab ended this page's visit so. */
  endedElsewhere: null as 'left' | 'switched' | null,
  /** The requested character when it failed; null for the list. */
  errorOf: null as string | null,
}
type CharactersState = typeof initialState

export const fetchCharacters = createAppThunk(
  'characters/fetch',
  (_: undefined, { extra, dispatch }) =>
    extra.call('getCharacters', { onRetry: (error) => dispatch(retrying(failureOf(error))) }),
  { condition: (_, { getState }) => !getState().characters.isLoading, serializeError: failureOf },
)

/** Fetches a hidden character, which the list omits. */
export const fetchCharacter = createAppThunk(
  'characters/fetchOne',
  async (id: string, { extra, dispatch }) => {
    try {
      return await extra.call('getCharacter', {
        params: { id },
        onRetry: (error) => dispatch(retrying(failureOf(error))),
      })
    } catch (error) {
      if (isNotFound(error)) dispatch(characterUnknown(id))
      throw error
    }
  },
  { condition: (_, { getState }) => !getState().characters.isLoading, serializeError: failureOf },
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
    /** The visitor has read that another tab ended the visit. */
    endSeen(state) {
      state.endedElsewhere = null
    },
    uploadRemoved(state) {
      state.uploadedCharacter = null
      state.uploadedSlug = null
    },
    uploadCanceled(state) {
      state.upload = null
      state.isUploading = false
      state.uploadedSlug = state.uploadedCharacter?.id ?? null
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(fetchCharacters.pending, (state) => Object.assign(state, loading, { errorOf: null }))
      .addCase(fetchCharacters.fulfilled, (state, { payload }) => {
        const others = state.characters.filter(({ id }) => !payload.some((listed) => listed.id === id))
        state.characters = [...payload, ...others]
        Object.assign(state, idle, { isListed: true })
      })
      .addCase(fetchCharacters.rejected, (state, { error }) => Object.assign(state, failed(error)))
      .addCase(fetchCharacter.pending, (state, { meta }) => Object.assign(state, loading, { errorOf: meta.arg }))
      .addCase(fetchCharacter.fulfilled, (state, { payload }) => {
        state.characters = [...state.characters.filter(({ id }) => id !== payload.id), payload]
        Object.assign(state, idle)
      })
      .addCase(fetchCharacter.rejected, (state, { error, meta }) =>
        // An unknown character is no failure to show: the page says that it does not exist.
        Object.assign(state, state.unknownCharacters.includes(meta.arg) ? idle : failed(error)),
      )
      .addCase(characterPicked, (state, { payload }) => {
        state.currentCharacter = payload.id
      })
      .addCase(stateRestored, (state, { payload }) => {
        const next = payload.characters?.currentCharacter
        if (state.currentCharacter !== null && next !== undefined && next !== state.currentCharacter)
          state.endedElsewhere = next === null ? 'left' : 'switched'
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
export const {
  uploadStarted,
  credentialRegistered,
  uploadFailed,
  uploadEnded,
  endSeen,
  uploadCanceled,
  uploadRemoved,
} = charactersSlice.actions
export const charactersReducer = charactersSlice.reducer
