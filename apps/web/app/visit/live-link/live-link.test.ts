// @vitest-environment happy-dom

import type { SocketMessage, Subscription } from '@lastmile/contracts'
import type { UnknownAction } from '@reduxjs/toolkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { networkError } from '../../api/api-error.ts'
import { retrying } from '../../api/retry.ts'
import type { SocketEvents } from '../../api/socket-client.ts'
import { currentConnection } from '../../exchanges/connecting/connection-slice.ts'
import { openConnection } from '../../exchanges/connecting/connection-thunks.ts'
import { onboardingScreenKey } from '../../exchanges/connecting/screen-key.ts'
import { credentialFetched } from '../../exchanges/issuing/credentials-slice.ts'
import { proofStarted } from '../../exchanges/proving/proof-slice.ts'
import { confirmedPersonFinished, demoReset } from '../../state/demo-actions.ts'
import {
  callsOf,
  connectionNews,
  credentialNews,
  credentialRecord,
  invitation,
  proofNews,
  proofRecord,
  storeWith,
} from '../../store/store.fixture.ts'
import { linkPatience, startLiveLink } from './live-link.ts'

let stop = () => {}

/** A store linked to a fake socket. */
async function linked() {
  const { store, call } = storeWith({
    createInvite: () => invitation('c1'),
    getLastReset: () => ({ lastServerReset: '2020-01-01T00:00:00.000Z' }),
    getConnectionByInvitation: () => ({ connection_id: 'c1', invi_msg_id: 'invitation-c1', state: 'active' }),
    getCredential: () => credentialRecord('x1'),
    getProof: () => proofRecord('p1', { state: 'verified', verified: true }),
  })
  let events: SocketEvents | undefined
  const follow = vi.fn<(subscriptions: readonly Subscription[]) => void>()
  const wake = vi.fn()
  const close = vi.fn()
  const link = { isWhole: false }
  stop = startLiveLink(store, (given) => {
    events = given
    return { follow, wake, isLinked: () => link.isWhole, close }
  })
  if (!events) throw new Error('no socket was made')
  await store.dispatch(openConnection({ screen: onboardingScreenKey('CONNECT'), protocol: 'didcomm' }))
  return { store, call, follow, wake, close, link, events }
}

const catchUps = (call: Parameters<typeof callsOf>[0]) => callsOf(call, 'getLastReset').length
const becomes = (visibility: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the live link', () => {
  it('follows every connection and an open proof, and nothing after a reset', async () => {
    const { store, follow } = await linked()
    expect(follow).toHaveBeenLastCalledWith([{ connectionId: 'c1' }])
    store.dispatch(proofStarted({ proof: proofRecord('p1', { connection_id: null }) }))
    expect(follow).toHaveBeenLastCalledWith([{ connectionId: 'c1' }, { proofId: 'p1' }])
    const calls = follow.mock.calls.length
    store.dispatch(connectionNews('c1', 'request'))
    expect(follow).toHaveBeenCalledTimes(calls)
    store.dispatch(demoReset())
    expect(follow).toHaveBeenLastCalledWith([])
  })

  it('follows an offer over a connection that no screen has any more', async () => {
    const { store, follow } = await linked()
    const record = credentialRecord('x1', { connection_id: 'c0' })
    store.dispatch(credentialFetched({ name: 'Student Card', record }))
    expect(follow).toHaveBeenLastCalledWith([{ connectionId: 'c1' }, { connectionId: 'c0' }])
    store.dispatch(credentialFetched({ name: 'Student Card', record: { ...record, state: 'done' } }))
    expect(follow).toHaveBeenLastCalledWith([{ connectionId: 'c1' }])
  })

  it('follows from the beginning what a kept visit has open', async () => {
    const { store } = await linked()
    const follow = vi.fn()
    startLiveLink(store, () => ({ follow, wake: () => {}, isLinked: () => true, close: () => {} }))()
    expect(follow).toHaveBeenCalledWith([{ connectionId: 'c1' }])
  })

  it('catches up after a reconnection and when the page becomes visible', async () => {
    const { store, call, wake, events } = await linked()
    events.onStatus('connected')
    events.onLinked()
    await vi.advanceTimersByTimeAsync(0)
    expect(currentConnection(store.getState().connection)?.state).toBe('active')
    expect(callsOf(call, 'getLastReset')).toHaveLength(1)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(wake).toHaveBeenCalledOnce()
    expect(callsOf(call, 'getLastReset')).toHaveLength(2)
    dispatchEvent(new Event('online'))
    expect(wake).toHaveBeenCalledTimes(2)
    becomes('hidden')
    dispatchEvent(new Event('online'))
    expect(wake).toHaveBeenCalledTimes(2)
    expect(catchUps(call)).toBe(3)
  })

  it.each([
    ['once the link stands', true, [1, 1]],
    ['without it when it is late', false, [0, 1]],
  ])('puts its questions at a load of a kept visit %s', async (_, stands, [atOnce, later]) => {
    const { store, call } = await linked()
    stop()
    stop = startLiveLink(store, (events) => {
      if (stands) setTimeout(events.onLinked)
      return { follow: () => {}, wake: () => {}, isLinked: () => stands, close: () => {} }
    })
    await vi.advanceTimersByTimeAsync(linkPatience - 1)
    expect(catchUps(call)).toBe(atOnce)
    await vi.advanceTimersByTimeAsync(1)
    expect(catchUps(call)).toBe(later)
  })

  it('hears queue positions, and forgets them when the link is lost', async () => {
    const { store, events } = await linked()
    events.onQueueNews({ endpoint: 'queue', connection_id: 'c1', exchange_id: 'x1', place: 3, seconds: 5 })
    events.onStatus('connected')
    expect(store.getState().queue).toEqual({ x1: { place: 3, seconds: 5 } })
    events.onStatus('connecting')
    expect(store.getState().queue).toEqual({})
  })

  it('puts each question once when it catches up', async () => {
    const { store, call, events } = await linked()
    store.dispatch(credentialFetched({ name: 'Student Card', record: credentialRecord('x1') }))
    store.dispatch(proofStarted({ proof: proofRecord('p1') }))
    const asked = call.mock.calls.length
    events.onLinked()
    const questions = call.mock.calls.slice(asked)
    expect(questions.map(([name]) => name).sort()).toEqual([
      'getConnectionByInvitation',
      'getCredential',
      'getLastReset',
      'getProof',
    ])
    for (const question of questions) expect(question).toMatchObject([expect.any(String), { retry: false }])
  })

  it.each<[string, (events: SocketEvents) => void]>([
    ['the link stands', (events) => events.onStatus('connected')],
    ['the network is back', () => dispatchEvent(new Event('online'))],
    ['the page is looked at', () => becomes('visible')],
  ])('has whatever waits for the server try again at once when %s', async (_, happens) => {
    const { events } = await linked()
    const attempt = vi.fn(() => Promise.reject(networkError()))
    const trying = retrying(attempt).catch(() => {})
    await vi.advanceTimersByTimeAsync(20_000)
    const tried = attempt.mock.calls.length
    events.onStatus('connecting')
    await vi.advanceTimersByTimeAsync(0)
    expect(attempt).toHaveBeenCalledTimes(tried)
    happens(events)
    await vi.advanceTimersByTimeAsync(0)
    expect(attempt).toHaveBeenCalledTimes(tried + 1)
    await vi.advanceTimersByTimeAsync(70_000)
    await trying
  })

  it.each<[string, UnknownAction[], boolean]>([
    ['an invitation', [], true],
    ['an invitation that was declined', [connectionNews('c1', 'abandoned')], false],
    ['a connection', [connectionNews('c1', 'active')], false],
    ['an offer', [connectionNews('c1', 'active'), credentialNews('x1', 'offer_sent')], true],
    ['a credential', [connectionNews('c1', 'active'), credentialNews('x1', 'done')], false],
    ['a request', [connectionNews('c1', 'active'), proofStarted({ proof: proofRecord('p1') })], true],
    [
      'a proof that is being checked',
      [
        connectionNews('c1', 'active'),
        proofStarted({ proof: proofRecord('p1') }),
        proofNews('p1', 'presentation_received'),
      ],
      true,
    ],
    [
      'a proof that was refused',
      [connectionNews('c1', 'active'), proofStarted({ proof: proofRecord('p1') }), proofNews('p1', 'abandoned')],
      false,
    ],
  ])('asks by itself about %s, if that may change', async (_, actions, asks) => {
    const { store, call } = await linked()
    for (const action of actions) store.dispatch(action)
    await vi.advanceTimersByTimeAsync(6_000)
    expect(catchUps(call)).toBe(asks ? 1 : 0)
  })

  it('asks nothing by itself while the page is hidden', async () => {
    const { call } = await linked()
    becomes('hidden')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(catchUps(call)).toBe(0)
  })

  it('hears and asks nothing more once it is stopped', async () => {
    const { store, call, follow, wake, close } = await linked()
    stop()
    expect(close).toHaveBeenCalledOnce()
    becomes('visible')
    dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(wake).not.toHaveBeenCalled()
    expect(catchUps(call)).toBe(0)
    const calls = follow.mock.calls.length
    store.dispatch(demoReset())
    expect(follow).toHaveBeenCalledTimes(calls)
  })

  it('asks by itself while a subscription is not acknowledged, though connected', async () => {
    const { store, link, events } = await linked()
    events.onStatus('connected')
    link.isWhole = true
    await vi.advanceTimersByTimeAsync(60_000)
    expect(currentConnection(store.getState().connection)?.state).toBe('invited')
    link.isWhole = false
    await vi.advanceTimersByTimeAsync(6_000)
    expect(currentConnection(store.getState().connection)?.state).toBe('active')
  })

  it('asks by itself while there is no link and something is awaited', async () => {
    const { store, call, events } = await linked()
    events.onStatus('error', 'refused')
    expect(store.getState().socket).toEqual({ status: 'error', error: 'Connection error: refused' })
    await vi.advanceTimersByTimeAsync(6_000)
    expect(currentConnection(store.getState().connection)?.state).toBe('active')
    const asked = call.mock.calls.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(call.mock.calls.length).toBe(asked)
  })

  it.each<[string, SocketMessage, boolean]>([
    ['there is an answer', proofNews('p1', 'presentation_received').payload, true],
    ['it was verified', proofNews('p1', 'verified').payload, true],
    ['it was verified without a connection', proofNews('p1', 'verified', { connection_id: null }).payload, true],
    ['it was declined', proofNews('p1', 'abandoned').payload, false],
    ['there is one to another', proofNews('p2', 'verified').payload, false],
    ['a connection of this id stands', connectionNews('p1', 'active').payload, false],
  ])('fetches the proof, if there is something to fetch, when a message says that %s', async (_, message, fetches) => {
    const { store, call, events } = await linked()
    store.dispatch(proofStarted({ proof: proofRecord('p1') }))
    events.onMessage(message)
    await vi.advanceTimersByTimeAsync(0)
    expect(callsOf(call, 'getProof')).toMatchObject(
      fetches ? [['getProof', { params: { id: 'p1' }, retry: true }]] : [],
    )
    expect(store.getState().proof.verified).toBe(fetches ? true : null)
  })

  it('passes on what it hears', async () => {
    const { store, events } = await linked()
    events.onMessage(connectionNews('c1', 'active').payload)
    expect(currentConnection(store.getState().connection)?.state).toBe('active')
  })

  it('takes no offer of an earlier visit for one of this', async () => {
    const { store, events } = await linked()
    const news = (connection: string, exchange: string) =>
      credentialNews(exchange, 'credential_issued', { connection_id: connection }).payload
    const issued = () => store.getState().credentials.issuedCredentials.map(({ id, state }) => `${id} ${state}`)
    store.dispatch(credentialFetched({ name: 'Student Card', record: credentialRecord('x2') }))
    events.onMessage(news('of before', 'x1'))
    expect(issued()).toEqual(['x2 offer_sent'])
    // Finishing the Confirmed Person flow drops its connection, but keeps its credential.
    store.dispatch(confirmedPersonFinished())
    store.dispatch(credentialFetched({ name: 'Student Card', record: credentialRecord('x2') }))
    events.onMessage(news('c1', 'x2'))
    expect(issued()).toEqual(['x2 credential_issued'])
  })

  it('takes news of an offer before its answer has come', async () => {
    const { store, events } = await linked()
    events.onMessage(credentialNews('x1', 'offer_sent').payload)
    expect(store.getState().credentials.issuedCredentials).toMatchObject([{ id: 'x1' }])
  })
})
