// @vitest-environment happy-dom
import type { Invitation } from '@lastmile/contracts'
import { persistedState } from '@lastmile/contracts/site'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openConnection } from '../../exchanges/connecting/connection-thunks.ts'
import { onboardingScreenKey } from '../../exchanges/connecting/screen-key.ts'
import { issueCredentials } from '../../exchanges/issuing/issuance-thunks.ts'
import { proofStarted } from '../../exchanges/proving/proof-slice.ts'
import { fetchCharacters, pickCharacter } from '../../state/characters/characters-slice.ts'
import { demoReset } from '../../state/demo-actions.ts'
import { darkModeSet } from '../../state/preferences/preferences-slice.ts'
import {
  credentialRecord,
  invitation,
  proofRecord,
  storeWith,
  student,
  studentCard,
} from '../../store/store.fixture.ts'
import { onboardingStepSet } from '../onboarding/onboarding-slice.ts'
import { openUseCase } from '../use-cases/use-cases-slice.ts'
import { parsePersisted } from './persisted-state.ts'
import { startPersistence } from './persistence.ts'

const { key } = persistedState
const connect = onboardingScreenKey('CONNECT')
let stops: (() => void)[] = []

/** One tab: a store that is kept in this browser's storage. */
function tab(connectionId = 'c1') {
  const answers: Parameters<typeof storeWith>[0] = {
    getCharacters: () => [student],
    createInvite: () => invitation(connectionId),
    getOrCreateCredDef: () => ({ data: 'lmds:def:Student Card', state: 'ready' }),
    offerCredential: () => credentialRecord('x1'),
  }
  const { store } = storeWith(answers)
  const stop = startPersistence(store)
  stops.push(stop)
  return { store, stop, answers }
}

const stored = () => JSON.parse(localStorage.getItem(key) ?? 'null')
const theTaskEnds = () => Promise.resolve()
/** The browser tells of a change later, in a task of its own. */
async function tellOtherTabs() {
  await theTaskEnds()
  dispatchEvent(new StorageEvent('storage', { key, newValue: localStorage.getItem(key) }))
  await theTaskEnds()
}

beforeEach(() => {
  localStorage.clear()
})
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
})

async function playUntilProof(store: ReturnType<typeof tab>['store']) {
  await store.dispatch(fetchCharacters())
  await store.dispatch(pickCharacter('student'))
  await store.dispatch(openConnection({ screen: connect }))
  await store.dispatch(issueCredentials({ connectionId: 'c1', isDeepLink: false, credentials: [studentCard] }))
  await store.dispatch(openUseCase({ slug: 'discount', screenCount: 3 }))
  const values = { family_name: { raw: 'Secret-Bello' } }
  const requested_proof = { revealed_attrs: {}, revealed_attr_groups: { card: { values } }, predicates: {} }
  store.dispatch(proofStarted({ proof: proofRecord('p1', { presentation: { requested_proof } }) }))
}

describe('persistence', () => {
  it('restores a visit after a reload', async () => {
    const first = tab()
    await playUntilProof(first.store)
    first.store.dispatch(onboardingStepSet('ACCEPT_CREDENTIAL'))
    first.stop()
    const { connection, credentials, onboarding, characters, section, proof } = tab().store.getState()
    expect(connection).toMatchObject({ id: 'c1', invitationUrl: invitation('c1').invitation_url, isLoading: false })
    expect(credentials.issuedCredentials).toMatchObject([{ id: 'x1', state: 'offer_sent' }])
    expect(onboarding.onboardingStep).toBe('ACCEPT_CREDENTIAL')
    expect(characters.currentCharacter).toBe('student')
    expect(section).toEqual({ sectionCount: 3, stepCount: 0, proofId: 'p1' })
    expect(proof.id).toBeNull()
  })

  it('begins with the theme that was chosen on a page without a store', () => {
    localStorage.setItem(key, JSON.stringify({ version: 4, preferences: { darkMode: true } }))
    const { preferences, onboarding } = tab().store.getState()
    expect(preferences).toMatchObject({ darkMode: true, revocationEnabled: true })
    expect(onboarding.onboardingStep).toBe('PICK_CHARACTER')
  })

  it('writes version 4 under the specified key, before the page could be left', async () => {
    const { store } = tab()
    store.dispatch(darkModeSet(true))
    await theTaskEnds()
    expect(key).toBe('redux-store-root')
    expect(stored()).toMatchObject({ version: 4, preferences: { darkMode: true } })
  })

  it('never stores proof, socket or a value of a credential', async () => {
    const { store, stop } = tab()
    await playUntilProof(store)
    stop()
    expect(Object.keys(stored())).toEqual(
      expect.not.arrayContaining(['proof', 'socket', 'confirmedPerson', 'behavior']),
    )
    expect(localStorage.getItem(key)).not.toContain('Secret-Bello')
  })

  it.each([
    ['another version', (state: Record<string, unknown>) => ({ ...state, version: 3 })],
    ['no version', ({ version, ...state }: Record<string, unknown>) => state],
    ['a slice of another shape', (state: Record<string, unknown>) => ({ ...state, onboarding: { onboardingStep: 7 } })],
    ['a missing slice', ({ preferences, ...state }: Record<string, unknown>) => state],
    ['no object', () => 'visit'],
  ])('discards %s', (_, spoil) => {
    const { store, stop } = tab()
    store.dispatch(darkModeSet(true))
    stop()
    const spoilt = JSON.stringify(spoil(stored()))
    expect(parsePersisted(spoilt)).toBeUndefined()
    localStorage.setItem(key, spoilt)
    expect(tab().store.getState().preferences.darkMode).toBeNull()
  })

  it('discards what is not JSON', () => {
    localStorage.setItem(key, '{"version": 4')
    expect(tab().store.getState().onboarding.onboardingStep).toBe('PICK_CHARACTER')
  })

  it('goes on without a storage that works', async () => {
    const { store } = storeWith({})
    const broken = {
      getItem: () => {
        throw new Error('denied')
      },
      setItem: () => {
        throw new Error('denied')
      },
    } as unknown as Storage
    stops.push(startPersistence(store, broken))
    store.dispatch(darkModeSet(true))
    await theTaskEnds()
    expect(store.getState().preferences.darkMode).toBe(true)
  })

  it('does not fall back to what a full storage still holds', async () => {
    const { store } = tab()
    store.dispatch(darkModeSet(true))
    await theTaskEnds()
    const write = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full')
    })
    store.dispatch(darkModeSet(false))
    await theTaskEnds()
    store.dispatch(onboardingStepSet('CONNECT'))
    await theTaskEnds()
    write.mockRestore()
    expect(store.getState().preferences.darkMode).toBe(false)
  })
})

describe('two tabs', () => {
  it('takes over what another tab wrote, and does not write it again', async () => {
    const here = tab()
    const there = tab()
    await there.store.dispatch(pickCharacter('student'))
    await there.store.dispatch(openUseCase({ slug: 'discount', screenCount: 3 }))
    const write = vi.spyOn(Storage.prototype, 'setItem')
    await tellOtherTabs()
    expect(here.store.getState().characters.currentCharacter).toBe('student')
    expect(here.store.getState().useCases.currentUseCase).toBeNull()
    expect(write).not.toHaveBeenCalled()
    write.mockRestore()
  })

  it('keeps the invitation that one has made while the other, unaware of it, writes something else', async () => {
    const first = tab()
    const second = tab()
    await first.store.dispatch(openConnection({ screen: connect }))
    second.store.dispatch(darkModeSet(true))
    await tellOtherTabs()
    for (const { store } of [first, second]) {
      expect(store.getState()).toMatchObject({
        connection: { id: 'c1', screen: connect },
        preferences: { darkMode: true },
      })
    }
    expect(stored()).toMatchObject({ connection: { id: 'c1' }, preferences: { darkMode: true } })
  })

  it('shows one invitation in both, though both have asked for one', async () => {
    const first = tab('c1')
    const second = tab('c2')
    const firstAsks = first.store.dispatch(openConnection({ screen: connect }))
    let answer: (invitation: Invitation) => void = () => {}
    second.answers.createInvite = () =>
      new Promise<Invitation>((resolve) => {
        answer = resolve
      })
    const secondAsks = second.store.dispatch(openConnection({ screen: connect }))
    await firstAsks
    await tellOtherTabs()
    answer(invitation('c2'))
    await secondAsks
    await tellOtherTabs()
    for (const { store } of [first, second]) expect(store.getState().connection.id).toBe('c1')
  })

  it('ends the visit in both when one leaves it', async () => {
    const first = tab()
    const second = tab()
    await first.store.dispatch(pickCharacter('student'))
    await first.store.dispatch(openConnection({ screen: connect }))
    await tellOtherTabs()
    second.store.dispatch(demoReset())
    await tellOtherTabs()
    expect(first.store.getState()).toMatchObject({ connection: { id: null }, characters: { currentCharacter: null } })
  })
})
