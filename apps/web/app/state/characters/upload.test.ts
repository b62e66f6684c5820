import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { credentialFetched } from '../../exchanges/issuing/credentials-slice.ts'
import { callsOf, credentialRecord, storeWith, student, studentCard } from '../../store/store.fixture.ts'
import { sharedOf, tabOf } from '../../visit/persistence/kept-state.ts'
import { demoReset, stateRestored } from '../demo-actions.ts'
import { initialTab } from '../initial-state.ts'
import { operatorOptionsSet } from '../preferences/preferences-slice.ts'
import { selectCurrentCharacter, selectLostUpload } from './character-selectors.ts'
import { pickCharacter, uploadCanceled } from './characters-slice.ts'
import { uploadCharacter } from './upload-thunks.ts'

const character = { ...student, id: 'uploaded-courier', name: 'Sade' }
const badge = { ...studentCard, name: 'Badge', icon: 'data:image/png;base64,AAAA' }
const upload = { character, credentials: [studentCard, badge] }
const ready = { data: 'lmds:def:Student Card', state: 'ready' as const }
const preparing = { ...ready, state: 'preparing' as const }

describe('an upload', () => {
  it('registers one credential after the other by its names alone, and then the character can be picked', async () => {
    const { store, call } = storeWith({ getOrCreateCredDef: () => ready })
    await store.dispatch(uploadCharacter(upload))
    expect(callsOf(call, 'getOrCreateCredDef').map(([, options]) => options)).toMatchObject([
      { body: { credential: { name: 'Student Card', attributes: [{ name: 'family_name', value: '' }] } } },
      { body: { credential: { name: 'Badge' } } },
    ])
    expect(JSON.stringify(call.mock.calls)).not.toMatch(/Secret-Bello|data:image/)
    expect(store.getState().characters).toMatchObject({ isUploading: false, upload: null })
    await store.dispatch(pickCharacter(character.id))
    expect(selectCurrentCharacter(store.getState())).toBe(character)
  })

  it('asks again while keys are made, and says how far it is', async () => {
    vi.useFakeTimers()
    const answers = [ready, preparing, preparing, ready]
    const { store } = storeWith({ getOrCreateCredDef: () => answers.shift() })
    const done = store.dispatch(uploadCharacter(upload))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(store.getState().characters).toMatchObject({ isUploading: true, upload: { registered: 1, error: null } })
    await vi.advanceTimersByTimeAsync(5_000)
    await done
    vi.useRealTimers()
    expect(store.getState().characters.uploadedCharacter).toBe(character)
  })

  it('can be canceled: what is asked for then is no news any more', async () => {
    vi.useFakeTimers()
    const { store, call } = storeWith({ getOrCreateCredDef: () => preparing })
    const done = store.dispatch(uploadCharacter(upload))
    await vi.advanceTimersByTimeAsync(0)
    store.dispatch(uploadCanceled())
    await vi.advanceTimersByTimeAsync(10_000)
    await done
    vi.useRealTimers()
    expect(callsOf(call, 'getOrCreateCredDef').length).toBeLessThanOrEqual(2)
    expect(store.getState().characters).toMatchObject({
      upload: null,
      isUploading: false,
      uploadedCharacter: null,
      uploadedSlug: null,
    })
  })

  it('keeps its place when it fails, and goes on from there', async () => {
    let isOff = true
    const { store } = storeWith({
      getOrCreateCredDef: ({ body }) => {
        if (isOff && JSON.stringify(body).includes('Badge'))
          throw new ApiError({ code: 'upload-off', message: 'Switched off.', status: 403, temporary: false })
        return ready
      },
    })
    await store.dispatch(uploadCharacter(upload))
    expect(store.getState().characters).toMatchObject({
      isUploading: false,
      uploadedCharacter: null,
      upload: { registered: 1, error: { message: 'Switched off.' } },
    })
    isOff = false
    await store.dispatch(uploadCharacter(upload))
    expect(store.getState().characters).toMatchObject({ upload: null, uploadedCharacter: character })
  })

  it('leaves of the file in the browser the names of credentials and its slug, by which the tab asks for it again', async () => {
    const { store } = storeWith({ getOrCreateCredDef: () => ready })
    await store.dispatch(uploadCharacter(upload))
    await store.dispatch(pickCharacter(character.id))
    const record = credentialRecord('x1', { state: 'credential_issued' })
    store.dispatch(credentialFetched({ name: 'Courier Badge', record }))
    const kept = { ...sharedOf(store.getState()), ...tabOf(store.getState()) }
    expect(JSON.stringify(kept)).toContain('Courier Badge')
    expect(JSON.stringify(kept)).not.toMatch(/Sade|Secret-Bello/)
    expect(selectLostUpload(store.getState())).toBeUndefined()

    const reloaded = storeWith({ getOrCreateCredDef: () => ready })
    reloaded.store.dispatch(stateRestored(kept))
    expect(selectLostUpload(reloaded.store.getState())).toBe('uploaded-courier')
    const otherTab = storeWith({})
    otherTab.store.dispatch(stateRestored({ ...kept, characters: { currentCharacter: null }, ...initialTab }))
    expect(selectLostUpload(otherTab.store.getState())).toBeUndefined()
    await reloaded.store.dispatch(uploadCharacter(upload))
    expect(selectLostUpload(reloaded.store.getState())).toBeUndefined()
    expect(selectCurrentCharacter(reloaded.store.getState())).toBe(character)
  })

  it('outlasts a switch of characters together with what the operator chose, and no reset', async () => {
    const { store } = storeWith({ getOrCreateCredDef: () => ready })
    await store.dispatch(uploadCharacter(upload))
    store.dispatch(operatorOptionsSet({ characterUploadEnabled: true, showHiddenUseCases: true }))
    store.dispatch(demoReset('switch'))
    expect(store.getState().characters.uploadedCharacter).toBe(character)
    expect(store.getState().preferences).toMatchObject({ characterUploadEnabled: true, showHiddenUseCases: true })
    store.dispatch(demoReset())
    expect(store.getState().characters).toMatchObject({ uploadedCharacter: null, uploadedSlug: null })
    expect(store.getState().preferences.characterUploadEnabled).toBe(false)
  })

  it('of another file takes the place of the visit with the one before', async () => {
    const { store } = storeWith({ getOrCreateCredDef: () => ready })
    await store.dispatch(uploadCharacter(upload))
    await store.dispatch(pickCharacter(character.id))
    await store.dispatch(uploadCharacter({ ...upload, character: { ...character, id: 'uploaded-baker' } }))
    expect(store.getState().characters.currentCharacter).toBe('uploaded-baker')
  })
})
