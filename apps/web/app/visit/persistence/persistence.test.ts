// @vitest-environment happy-dom
import type { Invitation, Receipt } from '@lastmile/contracts'
import { persistedState } from '@lastmile/contracts/site'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { allConnections, connectionOfScreen, currentConnection } from '../../exchanges/connecting/connection-slice.ts'
import { openConnection } from '../../exchanges/connecting/connection-thunks.ts'
import { onboardingScreenKey, screenKeyOf } from '../../exchanges/connecting/screen-key.ts'
import { credentialsHeld } from '../../exchanges/issuing/credentials-slice.ts'
import { issueCredentials } from '../../exchanges/issuing/issuance-thunks.ts'
import { proofStarted } from '../../exchanges/proving/proof-slice.ts'
import { fetchCharacters, pickCharacter } from '../../state/characters/characters-slice.ts'
import { completedUseCase, demoReset, leftUseCase } from '../../state/demo-actions.ts'
import { darkModeSet } from '../../state/preferences/preferences-slice.ts'
import {
  callsOf,
  connectionNews,
  credentialNews,
  credentialRecord,
  invitation,
  memory,
  overC1,
  proofRecord,
  storeWith,
  student,
  studentCard,
} from '../../store/store.fixture.ts'
import { socketStatusChanged } from '../live-link/socket-slice.ts'
import { onboardingStepSet } from '../onboarding/onboarding-slice.ts'
import { stepSet } from '../use-cases/section-slice.ts'
import { openUseCase, receiptMade } from '../use-cases/use-cases-slice.ts'
import { parseShared } from './kept-state.ts'
import { startPersistence } from './persistence.ts'

const { key } = persistedState
const connect = onboardingScreenKey('CONNECT')
let stops: (() => void)[] = []
/** The storage that all tabs share. */
let shared = memory()

/** A tab: a store with this browser's storage. Passing an earlier page's storage reloads that tab. */
function tab(connectionId = 'c1', own = memory()) {
  const answers: Parameters<typeof storeWith>[0] = {
    getCharacters: () => [student],
    createInvite: () => invitation(connectionId),
    getOrCreateCredDef: () => ({ data: 'lmds:def:Student Card', state: 'ready' }),
    offerCredential: () => credentialRecord('x1'),
  }
  const { store, call } = storeWith(answers)
  const stop = startPersistence(store, { shared, tab: own })
  stops.push(stop)
  return { store, call, stop, answers, own }
}

const storedOf = (storage: Storage) => JSON.parse(storage.getItem(key) ?? 'null')
const stored = () => storedOf(shared)
const theTaskEnds = () => Promise.resolve()
/** The browser delivers storage events later, in their own task. */
async function tellOtherTabs() {
  await theTaskEnds()
  dispatchEvent(new StorageEvent('storage', { key, newValue: shared.getItem(key) }))
  await theTaskEnds()
}

beforeEach(() => {
  shared = memory()
})
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
})

const receipt: Receipt = {
  id: 'p1',
  useCase: { slug: 'discount', name: 'Discount' },
  verifier: 'ShopEasy',
  request: 'Student check',
  at: '2026-11-22T10:00:00.000Z',
  protocol: 'didcomm',
  credentials: [
    {
      name: 'Student Card',
      exchange: 'x1',
      issuer: null,
      shown: ['family_name'],
      proved: [{ name: 'expiry_date', type: '>=', value: 20_261_122 }],
      kept: [],
      nonRevoked: true,
    },
  ],
}

async function playUntilProof(store: ReturnType<typeof tab>['store']) {
  await store.dispatch(fetchCharacters())
  await store.dispatch(pickCharacter('student'))
  await store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
  await store.dispatch(issueCredentials({ route: overC1, credentials: [studentCard] }))
  await store.dispatch(openUseCase({ slug: 'discount', screenCount: 3 }))
  const values = { family_name: { raw: 'Secret-Bello' } }
  const requested_proof = { revealed_attrs: {}, revealed_attr_groups: { card: { values } }, predicates: {} }
  store.dispatch(proofStarted({ proof: proofRecord('p1', { presentation: { requested_proof } }) }))
}

describe('persistence', () => {
  it('goes on in a new tab where a closed one was in a use case, until it is left', async () => {
    const first = tab()
    await playUntilProof(first.store)
    first.store.dispatch(stepSet(2))
    first.stop()
    const second = tab()
    await second.store.dispatch(openUseCase({ slug: 'discount', screenCount: 3 }))
    expect(second.store.getState().section).toEqual({ sectionCount: 3, stepCount: 2, proofId: null })
    second.store.dispatch(leftUseCase({ slug: 'discount' }))
    await theTaskEnds()
    expect(stored().positions).toEqual({ bySlug: {} })
  })

  it('keeps a visit of before there were positions', async () => {
    const first = tab()
    await first.store.dispatch(pickCharacter('student'))
    first.stop()
    const { positions: _, ...earlier } = stored()
    shared.setItem(key, JSON.stringify(earlier))
    expect(tab().store.getState().characters.currentCharacter).toBe('student')
  })

  it('restores a visit after a reload', async () => {
    const first = tab()
    await playUntilProof(first.store)
    first.store.dispatch(onboardingStepSet('ACCEPT_CREDENTIAL'))
    first.stop()
    const { connection, credentials, onboarding, characters, section, proof } = tab('c1', first.own).store.getState()
    expect(connection.isLoading).toBe(false)
    expect(currentConnection(connection)).toMatchObject({ id: 'c1', invitationUrl: invitation('c1').invitation_url })
    expect(credentials.issuedCredentials).toMatchObject([{ id: 'x1', state: 'offer_sent' }])
    expect(onboarding.onboardingStep).toBe('ACCEPT_CREDENTIAL')
    expect(characters.currentCharacter).toBe('student')
    expect(section).toEqual({ sectionCount: 3, stepCount: 0, proofId: 'p1' })
    expect(proof.id).toBeNull()
  })

  it('goes on with a visit that a page kept before connections stood by their screens', async () => {
    const first = tab()
    await playUntilProof(first.store)
    first.store.dispatch(connectionNews('c1', 'active'))
    first.answers.createInvite = () => invitation('c2')
    await first.store.dispatch(openConnection({ screen: screenKeyOf('discount', 'CONNECTION'), protocol: 'didcomm' }))
    const { connection } = first.store.getState()
    first.stop()
    const before = (screen: string, earlier: object) => ({ ...connection.byScreen[screen], screen, earlier })
    const { [connect]: c1, ...others } = connection.byScreen
    const kept = { ...stored(), connection: before(connect, others) }
    shared.setItem(key, JSON.stringify(kept))
    const { connection: restored, characters } = tab().store.getState()
    expect(characters.currentCharacter).toBe('student')
    expect(restored).toEqual({ ...connection, screen: connect })
    const none = { id: null, invitationId: null, state: null, invitationUrl: null, shortUrl: null, isDeepLink: false }
    const waiting = JSON.stringify({ ...kept, connection: { ...none, screen: null, earlier: { [connect]: c1 } } })
    expect(parseShared(waiting)?.connection).toEqual({ byScreen: { [connect]: c1 }, screen: null })
  })

  it('goes on with a visit that a page kept before its entries had protocols', async () => {
    const first = tab()
    await playUntilProof(first.store)
    first.stop()
    const { connection, credentials, ...kept } = stored()
    const { kind: _, protocol: __, ...c1 } = connection.byScreen[connect]
    const { protocol: ___, ...x1 } = credentials.issuedCredentials[0]
    const needed = { id: null, invitationId: '', invitationUrl: '', shortUrl: '', state: 'complete', isDeepLink: false }
    const earlier = {
      ...kept,
      connection: { ...connection, byScreen: { [connect]: c1, other: needed } },
      credentials: { ...credentials, issuedCredentials: [x1, { ...x1, id: 'x2', name: 'Pass', connectionId: null }] },
    }
    const restored = parseShared(JSON.stringify(earlier))
    expect(restored?.connection.byScreen).toEqual({
      [connect]: connection.byScreen[connect],
      other: { kind: 'invitation', protocol: 'openid4vc' },
    })
    expect(restored?.credentials.issuedCredentials).toMatchObject([
      { id: 'x1', protocol: 'didcomm', connectionId: 'c1' },
      { id: 'x2', protocol: 'openid4vc', connectionId: null },
    ])
  })

  it('begins with the theme that was chosen on a page without a store', () => {
    shared.setItem(key, JSON.stringify({ version: 4, preferences: { darkMode: true } }))
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

  it('keeps for all tabs that a revoked card was seen refused, and reads a visit that does not say', async () => {
    const { store } = tab()
    const other = tab()
    store.dispatch(darkModeSet(true))
    await tellOtherTabs()
    expect(stored().preferences).not.toHaveProperty('revokedSeenRefused')
    expect(tab().store.getState().preferences.revokedSeenRefused).toBeUndefined()
    store.dispatch(proofStarted({ proof: proofRecord('p1', { state: 'abandoned', refusal: 'revoked' }) }))
    await tellOtherTabs()
    expect(stored()).toMatchObject({ preferences: { revokedSeenRefused: true } })
    expect(other.store.getState().preferences.revokedSeenRefused).toBe(true)
  })

  it('keeps receipts for the visit, in all tabs together', async () => {
    const { store, own } = tab()
    const other = tab()
    store.dispatch(receiptMade(receipt))
    await tellOtherTabs()
    expect(stored()).toMatchObject({ receipts: { byProof: { p1: receipt } } })
    expect(other.store.getState().useCases.receipts).toEqual({ p1: receipt })
    store.dispatch(demoReset())
    await theTaskEnds()
    expect(stored()).toMatchObject({ receipts: { byProof: {} } })
    expect(own.getItem(key) ?? '').not.toContain('ShopEasy')
  })

  it('never stores proof, socket or a value of a credential', async () => {
    const { store, stop, own } = tab()
    await playUntilProof(store)
    stop()
    expect(Object.keys(stored()).sort()).toEqual(
      [
        'version',
        'characters',
        'wallets',
        'connection',
        'credentials',
        'onboarding',
        'positions',
        'preferences',
        'receipts',
        'lineage',
      ].sort(),
    )
    expect(Object.keys(storedOf(own)).sort()).toEqual(['section', 'upload', 'useCases', 'version', 'visit'])
    expect(shared.getItem(key)).not.toContain('Secret-Bello')
    expect(own.getItem(key)).not.toContain('Secret-Bello')
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
    expect(parseShared(spoilt)).toBeUndefined()
    shared.setItem(key, spoilt)
    expect(tab().store.getState().preferences.darkMode).toBeNull()
  })

  it('discards what is not JSON', () => {
    shared.setItem(key, '{"version": 4')
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
    stops.push(startPersistence(store, { shared: broken, tab: broken }))
    store.dispatch(darkModeSet(true))
    await theTaskEnds()
    expect(store.getState()).toMatchObject({ preferences: { darkMode: true }, keeping: { isKept: false } })
  })

  it('says that a visit is not kept where there is no storage, or none for the tab', async () => {
    for (const missing of ['shared', 'tab'] as const) {
      const { store } = storeWith({})
      stops.push(startPersistence(store, { shared, tab: memory(), [missing]: undefined }))
      store.dispatch(darkModeSet(true))
      await store.dispatch(openUseCase({ slug: 'discount', screenCount: 3 }))
      await theTaskEnds()
      expect(store.getState().keeping.isKept, missing).toBe(false)
    }
  })

  it('does not fall back to what a full storage still holds', async () => {
    const { store } = tab()
    store.dispatch(darkModeSet(true))
    await theTaskEnds()
    const write = vi.spyOn(shared, 'setItem').mockImplementation(() => {
      throw new Error('full')
    })
    expect(store.getState().keeping.isKept).toBe(true)
    store.dispatch(darkModeSet(false))
    await theTaskEnds()
    store.dispatch(onboardingStepSet('CONNECT'))
    await theTaskEnds()
    write.mockRestore()
    expect(store.getState()).toMatchObject({ preferences: { darkMode: false }, keeping: { isKept: false } })
  })
})

describe('two tabs', () => {
  it('takes over what another tab wrote, and does not write it again', async () => {
    const here = tab()
    const there = tab()
    await there.store.dispatch(pickCharacter('student'))
    await there.store.dispatch(openUseCase({ slug: 'discount', screenCount: 3 }))
    const write = vi.spyOn(shared, 'setItem')
    await tellOtherTabs()
    expect(here.store.getState().characters.currentCharacter).toBe('student')
    expect(here.store.getState().useCases.currentUseCase).toBeNull()
    expect(write).not.toHaveBeenCalled()
    write.mockRestore()
  })

  it('keeps the invitation that one has made while the other, unaware of it, writes something else', async () => {
    const first = tab()
    const second = tab()
    await first.store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
    second.store.dispatch(darkModeSet(true))
    await tellOtherTabs()
    for (const { store } of [first, second]) {
      expect(store.getState()).toMatchObject({
        connection: { byScreen: { [connect]: { id: 'c1' } }, screen: connect },
        preferences: { darkMode: true },
      })
    }
    expect(stored()).toMatchObject({
      connection: { byScreen: { [connect]: { id: 'c1' } } },
      preferences: { darkMode: true },
    })
  })

  it('shows one invitation in both, though both have asked for one', async () => {
    const first = tab('c1')
    const second = tab('c2')
    const firstAsks = first.store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
    let answer: (invitation: Invitation) => void = () => {}
    second.answers.createInvite = () =>
      new Promise<Invitation>((resolve) => {
        answer = resolve
      })
    const secondAsks = second.store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
    await firstAsks
    await tellOtherTabs()
    answer(invitation('c2'))
    await secondAsks
    await tellOtherTabs()
    for (const { store } of [first, second]) expect(currentConnection(store.getState().connection)?.id).toBe('c1')
  })

  it('stays ahead of what another tab writes that has heard less', async () => {
    const here = tab()
    await here.store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
    await here.store.dispatch(issueCredentials({ route: overC1, credentials: [studentCard] }))
    await theTaskEnds()
    const there = tab()
    // At the same time: the last writer has not seen the other's change.
    here.store.dispatch(connectionNews('c1', 'active'))
    here.store.dispatch(credentialNews('x1', 'credential_issued'))
    there.store.dispatch(connectionNews('c1', 'request'))
    there.store.dispatch(credentialNews('x1', 'request_received'))
    await tellOtherTabs()
    expect(stored()).toMatchObject({
      connection: { byScreen: { [connect]: { state: 'request' } } },
      credentials: { issuedCredentials: [{ state: 'request_received' }] },
    })
    expect(here.store.getState()).toMatchObject({
      connection: { byScreen: { [connect]: { state: 'active' } } },
      credentials: { issuedCredentials: [{ state: 'credential_issued' }] },
    })
  })

  it('ends the visit in both when one leaves it', async () => {
    const first = tab()
    const second = tab()
    await first.store.dispatch(pickCharacter('student'))
    await first.store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
    await tellOtherTabs()
    first.store.dispatch(proofStarted({ proof: proofRecord('p1') }))
    first.store.dispatch(credentialNews('x1', 'offer_sent'))
    second.store.dispatch(demoReset())
    await tellOtherTabs()
    expect(callsOf(first.call, 'deleteProof')).toMatchObject([['deleteProof', { params: { id: 'p1' } }]])
    expect(callsOf(first.call, 'deleteCredential')).toMatchObject([['deleteCredential', { params: { id: 'x1' } }]])
    expect(first.store.getState().characters.endedElsewhere).toBe('left')
    expect(second.store.getState().characters.endedElsewhere).toBeNull()
    expect(first.store.getState()).toMatchObject({
      connection: { byScreen: {} },
      characters: { currentCharacter: null },
    })
  })

  it('play two use cases, and each is left or completed without the other', async () => {
    const here = tab()
    await here.store.dispatch(pickCharacter('student'))
    await here.store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
    await theTaskEnds()
    const there = tab()
    const playing = async ({ store, answers }: typeof here, slug: string, connectionId: string) => {
      answers.createInvite = () => invitation(connectionId)
      await store.dispatch(openUseCase({ slug, screenCount: 3 }))
      await store.dispatch(openConnection({ screen: screenKeyOf(slug, 'CONNECTION'), protocol: 'didcomm' }))
      store.dispatch(stepSet(1))
    }
    await playing(here, 'discount', 'c-discount')
    await playing(there, 'library', 'c-library')
    await tellOtherTabs()
    const connectionIn = ({ store }: typeof here, slug: string) =>
      connectionOfScreen(store.getState().connection, screenKeyOf(slug, 'CONNECTION'))?.id
    for (const each of [here, there]) {
      expect([connectionIn(each, 'discount'), connectionIn(each, 'library')]).toEqual(['c-discount', 'c-library'])
    }

    there.store.dispatch(completedUseCase({ slug: 'library' }))
    await tellOtherTabs()
    expect(connectionIn(here, 'library')).toBeUndefined()
    expect(connectionIn(here, 'discount')).toBe('c-discount')
    expect(here.store.getState()).toMatchObject({
      useCases: { currentUseCase: 'discount' },
      section: { stepCount: 1, sectionCount: 3 },
      preferences: { completedUseCaseSlugs: ['library'] },
    })

    here.stop()
    const reloaded = tab('c1', here.own)
    expect(reloaded.store.getState()).toMatchObject({
      useCases: { currentUseCase: 'discount' },
      section: { stepCount: 1 },
    })
    reloaded.store.dispatch(leftUseCase({ slug: 'discount' }))
    await tellOtherTabs()
    expect(connectionIn(there, 'discount')).toBeUndefined()
    expect(there.store.getState().connection).toMatchObject({ byScreen: { [connect]: { id: 'c1' } } })
  })

  it('keeps what both have done at the same moment', async () => {
    const here = tab()
    await here.store.dispatch(pickCharacter('student'))
    await here.store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
    await theTaskEnds()
    const there = tab('c2')
    // Neither has seen the other's change.
    here.store.dispatch(completedUseCase({ slug: 'discount' }))
    there.store.dispatch(completedUseCase({ slug: 'library' }))
    await there.store.dispatch(openConnection({ screen: screenKeyOf('cinema', 'CONNECTION'), protocol: 'didcomm' }))
    here.store.dispatch(credentialsHeld(['Library Card']))
    await tellOtherTabs()
    await tellOtherTabs()
    for (const { store } of [here, there]) {
      const { preferences, credentials, connection } = store.getState()
      expect([...preferences.completedUseCaseSlugs].sort()).toEqual(['discount', 'library'])
      expect(credentials.heldCredentials).toEqual(['Library Card'])
      expect(
        allConnections(connection)
          .map(({ id }) => id)
          .sort(),
      ).toEqual(['c1', 'c2'])
    }
  })

  it('keeps what both have done before the browser had told either of the other', async () => {
    const begun = tab()
    await begun.store.dispatch(pickCharacter('student'))
    await begun.store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
    await begun.store.dispatch(openConnection({ screen: screenKeyOf('library', 'PROOF'), protocol: 'didcomm' }))
    begun.stop()
    const text = shared.getItem(key) ?? ''
    // Chromium gives each tab a copy of the storage, and passes writes on later.
    const tabs = ['discount', 'library', 'cinema'].map((slug) => {
      shared = memory()
      shared.setItem(key, text)
      return { ...tab(), copy: shared, slug }
    })
    for (const { store, slug } of tabs) store.dispatch(completedUseCase({ slug }))
    await theTaskEnds()
    for (const { copy } of tabs) expect(storedOf(copy).preferences.completedUseCaseSlugs).toHaveLength(1)
    /** The last text in storage reaches every copy, until none writes an answer. */
    async function browserPassesOn(last: string | null) {
      for (const { copy } of tabs) copy.setItem(key, last ?? '')
      dispatchEvent(new StorageEvent('storage', { key }))
      await theTaskEnds()
      const answers = tabs.map(({ copy }) => copy.getItem(key)).filter((answer) => answer !== last)
      for (const answer of answers) await browserPassesOn(answer)
    }
    await browserPassesOn(tabs[1]?.copy.getItem(key) ?? null)
    for (const { store, slug } of tabs) {
      const { preferences, connection } = store.getState()
      expect([...preferences.completedUseCaseSlugs].sort(), slug).toEqual(['cinema', 'discount', 'library'])
      expect(Object.keys(connection.byScreen), slug).toEqual([connect])
    }
  })

  it('leaves the invitation alone that another tab’s screen is waiting for', async () => {
    const here = tab()
    await here.store.dispatch(pickCharacter('student'))
    await theTaskEnds()
    const there = tab('c2')
    let answer: (invitation: Invitation) => void = () => {}
    here.answers.createInvite = () =>
      new Promise<Invitation>((resolve) => {
        answer = resolve
      })
    const asking = here.store.dispatch(
      openConnection({ screen: screenKeyOf('discount', 'CONNECTION'), protocol: 'didcomm' }),
    )
    await there.store.dispatch(openConnection({ screen: screenKeyOf('library', 'CONNECTION'), protocol: 'didcomm' }))
    await tellOtherTabs()
    answer(invitation('c1'))
    await asking
    await tellOtherTabs()
    for (const { store } of [here, there]) {
      expect(
        allConnections(store.getState().connection)
          .map(({ id }) => id)
          .sort(),
      ).toEqual(['c1', 'c2'])
    }
    expect(currentConnection(here.store.getState().connection)?.id).toBe('c1')
    expect(currentConnection(there.store.getState().connection)?.id).toBe('c2')
  })

  it('forgets where it was in a use case when the visit has ended elsewhere, also while it was closed', async () => {
    const here = tab()
    await playUntilProof(here.store)
    here.stop()
    const there = tab()
    there.store.dispatch(demoReset())
    await there.store.dispatch(pickCharacter('student'))
    await theTaskEnds()
    expect(tab('c1', here.own).store.getState().useCases.currentUseCase).toBeNull()
  })

  it('reads the storage again only when its text has changed', async () => {
    const { store } = tab()
    await store.dispatch(pickCharacter('student'))
    await theTaskEnds()
    const parse = vi.spyOn(JSON, 'parse')
    const write = vi.spyOn(shared, 'setItem')
    store.dispatch(socketStatusChanged({ status: 'connecting' }))
    await theTaskEnds()
    store.dispatch(darkModeSet(true))
    await theTaskEnds()
    expect(parse).not.toHaveBeenCalled()
    expect(write).toHaveBeenCalledOnce()
    parse.mockRestore()
    write.mockRestore()
  })
})
