// @vitest-environment happy-dom
import type { SocketMessage } from '@lastmile/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { networkError } from '../../api/api-error.ts'
import {
  connectionOfScreen,
  deepLinkOpened,
  invitationHandedOver,
} from '../../exchanges/connecting/connection-slice.ts'
import { openConnection } from '../../exchanges/connecting/connection-thunks.ts'
import { onboardingScreenKey } from '../../exchanges/connecting/screen-key.ts'
import { walletChosen } from '../../exchanges/connecting/wallets-slice.ts'
import { issueCredentials, resendCredential } from '../../exchanges/issuing/issuance-thunks.ts'
import { proofRequested, proofStarted } from '../../exchanges/proving/proof-slice.ts'
import { fetchCharacters, pickCharacter } from '../../state/characters/characters-slice.ts'
import { demoReset, messageReceived, stateRestored } from '../../state/demo-actions.ts'
import {
  credentialRecord,
  invitation,
  overC1,
  proofRecord,
  storeWith,
  student,
  studentCard,
} from '../../store/store.fixture.ts'
import { onboardingCompleted, onboardingStepSet } from '../onboarding/onboarding-slice.ts'
import { serialiseShared, serialiseTab, sharedOf, tabOf } from '../persistence/kept-state.ts'
import { openUseCase } from '../use-cases/use-cases-slice.ts'
import { startBehavior } from './watch-journey.ts'

const screen = onboardingScreenKey('CONNECT')

async function visit(overrides: Parameters<typeof storeWith>[0] = {}) {
  let offers = 0
  const { store } = storeWith({
    getCharacters: () => [student],
    createInvite: () => invitation('c1'),
    getOrCreateCredDef: () => ({ data: 'lmds:def:Student Card', state: 'ready' }),
    offerCredential: () => {
      offers += 1
      return credentialRecord(`x${offers}`)
    },
    deleteCredential: () => null,
    ...overrides,
  })
  startBehavior(store)
  store.dispatch({ type: 'behavior/sessionCleared', payload: { sessionId: crypto.randomUUID(), now: 0 } })
  await store.dispatch(fetchCharacters())
  const hears = (message: object) => store.dispatch(messageReceived(message as SocketMessage))
  return {
    store,
    connection: (state: string) => hears({ endpoint: 'connections', state, connection_id: 'c1' }),
    credential: (id: string, state: string) => hears({ ...credentialRecord(id), endpoint: 'issue_credential', state }),
    proof: (news: object) => hears({ ...proofRecord('p1'), endpoint: 'present_proof', ...news }),
    types: () => store.getState().behavior.events.map(({ type }) => type),
    last: () => store.getState().behavior.events.at(-1),
  }
}

beforeEach(() => {
  history.replaceState(null, '', '/demo')
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the events of a visit', () => {
  it('are reported once each, with the place where they happened', async () => {
    const { store, connection, credential, types, last } = await visit()
    await store.dispatch(pickCharacter('student'))
    expect(last()).toMatchObject({
      type: 'onboarding_start',
      category: 'onboarding',
      properties: { character: 'student', screen: 'PICK_CHARACTER', step: 1 },
    })
    store.dispatch(onboardingStepSet('CONNECT'))
    await store.dispatch(openConnection({ screen, protocol: 'didcomm' }))
    connection('request')
    connection('active')
    connection('complete')
    expect(last()).toMatchObject({ properties: { character: 'student', screen: 'CONNECT', step: 2 } })
    await store.dispatch(issueCredentials({ route: overC1, credentials: [studentCard] }))
    credential('x1', 'credential_issued')
    credential('x1', 'done')
    store.dispatch(onboardingCompleted())
    expect(types()).toEqual([
      'onboarding_start',
      'connection_initiate',
      'qr_code_scan',
      'connection_complete',
      'credential_request',
      'credential_accept',
      'onboarding_complete',
    ])
    expect(store.getState().behavior.profile).toMatchObject({
      totalEvents: 7,
      conversions: 1,
      credentialsIssued: 1,
      onboardingCompleted: true,
    })
  })

  it('report a wallet on this device without a scan, and one that declines', async () => {
    const { store, connection, types } = await visit()
    await store.dispatch(openConnection({ screen, protocol: 'didcomm' }))
    store.dispatch(deepLinkOpened())
    connection('abandoned')
    expect(types()).toEqual(['connection_initiate', 'connection_failed'])
  })

  it('report a link that was copied or given to the web wallet without a scan', async () => {
    const { store, connection, types } = await visit()
    await store.dispatch(openConnection({ screen, protocol: 'didcomm' }))
    store.dispatch(invitationHandedOver(connectionOfScreen(store.getState().connection, screen)?.invitationUrl ?? ''))
    connection('request')
    connection('active')
    expect(types()).toEqual(['connection_initiate', 'connection_complete'])
  })

  it('report a declined credential and its second offer', async () => {
    const { store, credential, types } = await visit()
    const issuance = { route: overC1, credentials: [studentCard] }
    await store.dispatch(issueCredentials(issuance))
    credential('x1', 'abandoned')
    await store.dispatch(resendCredential(issuance))
    credential('x2', 'credential_issued')
    expect(types()).toEqual(['credential_request', 'credential_reject', 'credential_request', 'credential_accept'])
  })

  it.each([
    [
      'verified',
      [{ state: 'presentation_received' }, { state: 'verified', verified: true }],
      ['proof_submit', 'proof_verified'],
    ],
    ['verified in one message', [{ state: 'verified', verified: true }], ['proof_submit', 'proof_verified']],
    ['refused', [{ state: 'abandoned', verified: false, refusal: 'revoked' }], ['proof_submit', 'proof_failed']],
    ['declined', [{ state: 'abandoned', verified: false, refusal: 'declined' }], ['proof_failed']],
    ['expired', [{ state: 'expired' }], ['proof_failed']],
  ])('report a proof that is %s', async (_, news, expected) => {
    const { store, proof, types, last } = await visit()
    history.replaceState(null, '', '/uc/discount')
    await store.dispatch(pickCharacter('student'))
    await store.dispatch(openUseCase({ slug: 'discount', screenCount: 1 }))
    store.dispatch(proofRequested('r'))
    store.dispatch(proofStarted({ proof: proofRecord('p1') }))
    for (const one of news) proof(one)
    expect(types()).toEqual(['onboarding_start', 'proof_request', ...expected])
    expect(last()?.properties).toMatchObject({ character: 'student', useCase: 'discount', screen: 'START', step: 1 })
  })

  it('report what failed, and only once while it is tried again', async () => {
    const { store, types, last } = await visit({
      createInvite: () => {
        throw networkError()
      },
    })
    await store.dispatch(openConnection({ screen, protocol: 'didcomm' }))
    expect(types()).toEqual(['connection_failed', 'error_occurred'])
    expect(last()).toMatchObject({ properties: { reason: 'invitation' } })
  })

  it('of one record are reported by the first tab that claims them, and by every tab where there are no claims', async () => {
    const elsewhere = new Set(['qr_code_scan c1', 'credential_accept x1'])
    const request = vi.fn(async (name: string, _: object, use: (lock: object | null) => unknown) => {
      void use(elsewhere.has(name) ? null : { name })
    })
    vi.stubGlobal('navigator', { ...navigator, userAgent: '', language: '', locks: { request } })
    const { store, connection, credential, types } = await visit()
    await store.dispatch(openConnection({ screen, protocol: 'didcomm' }))
    connection('request')
    connection('complete')
    await store.dispatch(issueCredentials({ route: overC1, credentials: [studentCard] }))
    credential('x1', 'credential_issued')
    credential('x1', 'done')
    expect(types()).toEqual(['connection_initiate', 'connection_complete', 'credential_request'])
    expect(request.mock.calls.map(([name]) => name)).toEqual([
      'connection_initiate c1',
      'qr_code_scan c1',
      'connection_complete c1',
      'credential_request x1',
      'credential_accept x1',
    ])
    request.mockRejectedValue(new DOMException('denied', 'SecurityError'))
    history.replaceState(null, '', '/uc/discount')
    store.dispatch(proofRequested('r'))
    store.dispatch(proofStarted({ proof: proofRecord('p1') }))
    expect(types()).toContain('proof_request')
  })

  it('do not report what another tab did, nor what a reset undid', async () => {
    const elsewhere = await visit()
    await elsewhere.store.dispatch(pickCharacter('student'))
    await elsewhere.store.dispatch(openConnection({ screen, protocol: 'didcomm' }))
    // From here on only this visit's events count.
    const { store, types } = await visit()
    store.dispatch(stateRestored(sharedOf(elsewhere.store.getState())))
    store.dispatch(demoReset())
    expect(types()).toEqual([])
  })

  it('report nothing of a page outside the demo, and keep the session through a reset', async () => {
    const { store } = await visit()
    const { sessionId } = store.getState().behavior
    history.replaceState(null, '', '/about')
    await store.dispatch(pickCharacter('student'))
    store.dispatch(walletChosen('lissi'))
    store.dispatch(demoReset())
    const { behavior } = store.getState()
    expect(behavior.sessionId).toBe(sessionId)
    expect(behavior.events[0]?.properties).toEqual({})
    expect(behavior.tags).toMatchObject([{ key: 'wallet', value: 'lissi', source: 'user_action' }])
  })
})

it('is never part of what the browser keeps of the demo', async () => {
  const { store } = await visit()
  await store.dispatch(pickCharacter('student'))
  const state = store.getState()
  expect(serialiseShared(sharedOf(state), []) + serialiseTab(tabOf(state), sharedOf(state))).not.toMatch(
    /behavior|onboarding_start/,
  )
})
