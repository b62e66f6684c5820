// @vitest-environment happy-dom
import type { SocketMessage, Subscription } from '@lastmile/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SocketEvents } from '../../api/socket-client.ts'
import { openConnection } from '../../exchanges/connecting/connection-thunks.ts'
import { onboardingScreenKey } from '../../exchanges/connecting/screen-key.ts'
import { credentialFetched } from '../../exchanges/issuing/credentials-slice.ts'
import { proofStarted } from '../../exchanges/proving/proof-slice.ts'
import { confirmedPersonFinished, demoReset } from '../../state/demo-actions.ts'
import { callsOf, credentialRecord, invitation, proofRecord, storeWith } from '../../store/store.fixture.ts'
import { startLiveLink } from './live-link.ts'

let stop = () => {}

/** A store joined to a socket that the test plays. */
async function linked() {
  const { store, call } = storeWith({
    createInvite: () => invitation('c1'),
    getLastReset: () => ({ lastServerReset: '2020-01-01T00:00:00.000Z' }),
    getConnectionByInvitation: () => ({ connection_id: 'c1', invi_msg_id: 'invitation-c1', state: 'active' }),
    getProof: () => proofRecord('p1', { state: 'verified', verified: true }),
  })
  let events: SocketEvents | undefined
  const follow = vi.fn<(subscriptions: readonly Subscription[]) => void>()
  const wake = vi.fn()
  const link = { isWhole: false }
  stop = startLiveLink(store, (given) => {
    events = given
    return { follow, wake, isLinked: () => link.isWhole, close: () => {} }
  })
  if (!events) throw new Error('no socket was made')
  await store.dispatch(openConnection({ screen: onboardingScreenKey('CONNECT') }))
  return { store, call, follow, wake, link, events }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

describe('the live link', () => {
  it('follows every connection and an open proof, and nothing after a reset', async () => {
    const { store, follow } = await linked()
    expect(follow).toHaveBeenLastCalledWith([{ connectionId: 'c1' }])
    store.dispatch(proofStarted({ proof: proofRecord('p1', { connection_id: null }) }))
    expect(follow).toHaveBeenLastCalledWith([{ connectionId: 'c1' }, { proofId: 'p1' }])
    store.dispatch(demoReset())
    expect(follow).toHaveBeenLastCalledWith([])
  })

  it('catches up after a reconnection and when the page becomes visible', async () => {
    const { store, call, wake, events } = await linked()
    events.onStatus('connected')
    events.onLinked()
    await vi.advanceTimersByTimeAsync(0)
    expect(store.getState().connection.state).toBe('active')
    expect(callsOf(call, 'getLastReset')).toHaveLength(1)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(wake).toHaveBeenCalledOnce()
    expect(callsOf(call, 'getLastReset')).toHaveLength(2)
  })

  it('asks by itself while a subscription is not acknowledged, though connected', async () => {
    const { store, link, events } = await linked()
    events.onStatus('connected')
    link.isWhole = true
    await vi.advanceTimersByTimeAsync(60_000)
    expect(store.getState().connection.state).toBe('invited')
    link.isWhole = false
    await vi.advanceTimersByTimeAsync(6_000)
    expect(store.getState().connection.state).toBe('active')
  })

  it('asks by itself while there is no link and something is awaited', async () => {
    const { store, call, events } = await linked()
    events.onStatus('error', 'refused')
    expect(store.getState().socket).toEqual({ status: 'error', error: 'Connection error: refused' })
    await vi.advanceTimersByTimeAsync(6_000)
    expect(store.getState().connection.state).toBe('active')
    const asked = call.mock.calls.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(call.mock.calls.length).toBe(asked)
  })

  it('fetches the proof when a message says that there is an answer', async () => {
    const { store, events } = await linked()
    store.dispatch(proofStarted({ proof: proofRecord('p1') }))
    const message: SocketMessage = {
      endpoint: 'present_proof',
      state: 'presentation_received',
      connection_id: 'c1',
      presentation_exchange_id: 'p1',
      verified: null,
      reason: null,
      refusal: null,
    }
    events.onMessage({ ...message, presentation_exchange_id: 'another' })
    expect(store.getState().proof.state).toBe('request_sent')
    events.onMessage(message)
    await vi.advanceTimersByTimeAsync(0)
    expect(store.getState().proof).toMatchObject({ state: 'verified', verified: true })
  })

  it('takes no offer of an earlier visit for one of this', async () => {
    const { store, events } = await linked()
    const news = (connection: string, exchange: string): SocketMessage => ({
      endpoint: 'issue_credential',
      state: 'credential_issued',
      connection_id: connection,
      credential_exchange_id: exchange,
      credential_definition_id: 'lmds:def:Student Card',
      revoc_reg_id: null,
      revocation_id: null,
      reason: null,
      refusal: null,
    })
    const issued = () => store.getState().credentials.issuedCredentials.map(({ id, state }) => `${id} ${state}`)
    store.dispatch(credentialFetched({ name: 'Student Card', record: credentialRecord('x2') }))
    events.onMessage(news('of before', 'x1'))
    expect(issued()).toEqual(['x2 offer_sent'])
    // Finishing the Confirmed Person flow forgets its connection, and not what came of it.
    store.dispatch(confirmedPersonFinished())
    store.dispatch(credentialFetched({ name: 'Student Card', record: credentialRecord('x2') }))
    events.onMessage(news('c1', 'x2'))
    expect(issued()).toEqual(['x2 credential_issued'])
  })

  it('takes news of an offer before its answer has come', async () => {
    const { store, events } = await linked()
    events.onMessage({
      endpoint: 'issue_credential',
      state: 'offer_sent',
      connection_id: 'c1',
      credential_exchange_id: 'x1',
      credential_definition_id: 'lmds:def:Student Card',
      revoc_reg_id: null,
      revocation_id: null,
      reason: null,
      refusal: null,
    })
    expect(store.getState().credentials.issuedCredentials).toMatchObject([{ id: 'x1' }])
  })
})
