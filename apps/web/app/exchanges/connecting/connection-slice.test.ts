import type { ConnectionState, SharedState } from '@lastmile/contracts'
import type { UnknownAction } from '@reduxjs/toolkit'
import { describe, expect, it } from 'vitest'
import { failureOf, networkError } from '../../api/api-error.ts'
import {
  characterPicked,
  completedUseCase,
  confirmedPersonFinished,
  invitationCreated,
  leftUseCase,
  stateRestored,
} from '../../state/demo-actions.ts'
import { connectionNews, credentialNews, invitation } from '../../store/store.fixture.ts'
import {
  allConnections,
  type ConnectionsState,
  connectionFetched,
  connectionGone,
  connectionOfScreen,
  connectionReducer,
  connectionScreenOpened,
  currentConnection,
  deepLinkOpened,
  initialConnection,
  invitationFailed,
  invitationRequested,
  invitationRetrying,
} from './connection-slice.ts'
import { onboardingScreenKey, screenKeyOf } from './screen-key.ts'

const connect = onboardingScreenKey('CONNECT')
const discount = screenKeyOf('discount', 'CONNECTION')
const library = screenKeyOf('library', 'CONNECTION')
const failure = failureOf(networkError())

const then = (state: ConnectionsState, ...actions: UnknownAction[]) => actions.reduce(connectionReducer, state)
const after = (...actions: UnknownAction[]) => then(initialConnection, ...actions)
const invited = (screen: string, id: string) => [
  invitationRequested(screen),
  invitationCreated({ screen, protocol: 'didcomm', invitation: invitation(id), createdAt: '' }),
]
const fetched = (id: string, state: ConnectionState) =>
  connectionFetched({ connection_id: id, invi_msg_id: `invitation-${id}`, state })
const kept = ({ isLoading, error, ...connections }: ConnectionsState): SharedState['connection'] => connections
/** Restores what another tab has stored. */
const restoring = (...actions: UnknownAction[]) => stateRestored({ connection: kept(after(...actions)) })
const states = (connections: ConnectionsState) =>
  Object.fromEntries(allConnections(connections).map(({ id, state }) => [id, state]))

/** Known state, reported state, resulting state. */
const course = [
  ['invited', 'request', 'request'],
  ['request', 'invited', 'request'],
  ['request', 'request', 'request'],
  ['response', 'active', 'active'],
  ['active', 'response', 'active'],
  ['response', 'abandoned', 'abandoned'],
  ['active', 'abandoned', 'active'],
  ['complete', 'abandoned', 'complete'],
  ['abandoned', 'invited', 'abandoned'],
  ['abandoned', 'response', 'abandoned'],
  ['abandoned', 'active', 'active'],
] as const satisfies [ConnectionState, ConnectionState, ConnectionState][]

describe('the state of a connection', () => {
  it.each(course)('that is %s, on hearing %s, is %s, whichever way it is heard', (known, heard, holds) => {
    const first = after(...invited(connect, 'c1'), connectionNews('c1', known))
    expect(states(first)).toEqual({ c1: known })
    expect(states(then(first, connectionNews('c1', heard)))).toEqual({ c1: holds })
    expect(states(then(first, fetched('c1', heard)))).toEqual({ c1: holds })
    expect(states(then(first, restoring(...invited(connect, 'c1'), connectionNews('c1', heard))))).toEqual({
      c1: holds,
    })
  })

  it.each(course)('of a screen left that is %s, on hearing %s, is %s', (known, heard, holds) => {
    const all = [...invited(library, 'c3'), ...invited(discount, 'c1'), ...invited(connect, 'c2')]
    const first = after(...all, connectionNews('c1', known))
    const others = { c2: 'invited', c3: 'invited' }
    expect(states(then(first, connectionNews('c1', heard)))).toEqual({ c1: holds, ...others })
    expect(states(then(first, restoring(...all, connectionNews('c1', heard))))).toEqual({ c1: holds, ...others })
  })

  it('is not touched by what becomes of a credential', () => {
    const declined = after(...invited(connect, 'c1'), credentialNews('x1', 'abandoned', { refusal: 'declined' }))
    expect(states(declined)).toEqual({ c1: 'invited' })
  })

  it('makes no connection where the screen has none', () => {
    expect(after(connectionScreenOpened(connect), connectionNews('c1', 'active')).byScreen).toEqual({})
  })
})

describe('the connection of a screen', () => {
  it('is set aside with the screen, and comes back with it', () => {
    const first = after(...invited(connect, 'c1'), deepLinkOpened(), connectionNews('c1', 'active'))
    const second = then(first, ...invited(discount, 'c2'))
    expect(second.screen).toBe(discount)
    expect(currentConnection(second)).toMatchObject({ id: 'c2', isDeepLink: false })
    expect(connectionOfScreen(second, connect)).toMatchObject({ id: 'c1', state: 'active', isDeepLink: true })
    expect(connectionOfScreen(second, discount)).toMatchObject({ id: 'c2' })
    expect(connectionOfScreen(second, library)).toBeUndefined()
    const back = then(second, connectionScreenOpened(connect))
    expect(currentConnection(back)).toMatchObject({ id: 'c1', state: 'active', isDeepLink: true })
    expect(allConnections(back).map(({ id }) => id)).toEqual(['c2', 'c1'])
  })

  it('is left as it is when its screen is opened again', () => {
    const failed = after(invitationRequested(connect), invitationFailed({ screen: connect, failure }))
    expect(then(failed, connectionScreenOpened(connect))).toBe(failed)
  })

  it('takes no failure or waiting along to another screen', () => {
    const failed = after(invitationRequested(connect), invitationFailed({ screen: connect, failure }))
    expect(then(failed, connectionScreenOpened(discount))).toMatchObject({ error: null, byScreen: {} })
    expect(after(invitationRequested(connect), connectionScreenOpened(discount)).isLoading).toBe(false)
  })

  it('gives way to a new invitation, which is shown while it is tried for and when it fails', () => {
    const asked = after(...invited(connect, 'c1'), invitationRequested(connect))
    expect(asked).toMatchObject({ byScreen: {}, isLoading: true, error: null })
    const retrying = then(asked, invitationRetrying({ screen: connect, failure }))
    expect(retrying).toMatchObject({ isLoading: true, error: failure })
    const created = invitationCreated({
      screen: connect,
      protocol: 'didcomm',
      invitation: invitation('c2'),
      createdAt: '',
    })
    expect(then(retrying, created)).toMatchObject({
      byScreen: { [connect]: { id: 'c2', isDeepLink: false } },
      isLoading: false,
      error: null,
    })
    const failed = then(asked, invitationFailed({ screen: connect, failure }))
    expect(failed).toMatchObject({ isLoading: false, error: failure })
    expect(then(failed, invitationRequested(connect)).error).toBeNull()
  })

  it.each([
    ['that was left', [invitationRequested(connect), connectionScreenOpened(discount), invitationRequested(discount)]],
    ['that has its invitation', invited(connect, 'c1')],
  ])('hears no more of a request for a screen %s', (_, actions) => {
    const state = after(...actions)
    expect(then(state, invitationRetrying({ screen: connect, failure }))).toBe(state)
    expect(then(state, invitationFailed({ screen: connect, failure }))).toBe(state)
  })

  it('is forgotten when the server does not know it, and no other one with it', () => {
    const both = after(...invited(discount, 'c1'), ...invited(connect, 'c2'))
    expect(states(then(both, connectionGone('c1')))).toEqual({ c2: 'invited' })
    expect(states(then(both, connectionGone('c2')))).toEqual({ c1: 'invited' })
    expect(then(both, connectionGone('c2')).screen).toBe(connect)
    expect(states(then(both, connectionGone('c3')))).toEqual({ c1: 'invited', c2: 'invited' })
  })

  it('is the same object for as long as nothing has changed, so that nothing renders for it', () => {
    const state = after(...invited(connect, 'c1'))
    expect(currentConnection(state)).toBe(currentConnection(state))
  })

  it('is none before its invitation, nor is its wallet opened then', () => {
    const waiting = after(invitationRequested(connect), deepLinkOpened())
    expect(waiting.byScreen).toEqual({})
    expect(currentConnection(waiting)).toBeUndefined()
  })
})

describe('what another tab has kept', () => {
  it('is nothing where it is about something else', () => {
    const state = after(...invited(connect, 'c1'))
    expect(then(state, stateRestored({}))).toBe(state)
  })

  it('gives a page its screen that has none yet, and nothing to wait for', () => {
    expect(after(restoring(...invited(discount, 'c1'), ...invited(connect, 'c2')))).toMatchObject({
      screen: connect,
      byScreen: { [connect]: { id: 'c2' }, [discount]: { id: 'c1' } },
      isLoading: false,
      error: null,
    })
    const opened = after(restoring(...invited(discount, 'c1'), connectionScreenOpened(connect)))
    expect(opened).toMatchObject({ screen: connect, isLoading: false })
    expect(currentConnection(opened)).toBeUndefined()
  })

  it('leaves a page at its screen, whose own invitation is still awaited', () => {
    const waiting = after(invitationRequested(connect), invitationRetrying({ screen: connect, failure }))
    const restored = then(waiting, restoring(...invited(discount, 'c2')))
    expect(restored).toMatchObject({ screen: connect, isLoading: true, error: failure })
    expect(states(restored)).toEqual({ c2: 'invited' })
  })

  it('ends the wait of a page for whose screen it brings the invitation', () => {
    const waiting = after(invitationRequested(connect), invitationRetrying({ screen: connect, failure }))
    const restored = then(waiting, restoring(...invited(connect, 'c2')))
    expect(restored).toMatchObject({ screen: connect, isLoading: false, error: null })
    expect(states(restored)).toEqual({ c2: 'invited' })
  })
})

describe('what ends', () => {
  const both = after(...invited(connect, 'c1'), ...invited(library, 'c2'), ...invited(discount, 'c3'))

  it('takes along its connections: a visit, or the Confirmed Person flow', () => {
    expect(then(both, characterPicked({ id: 'nurse', changed: true }))).toEqual(initialConnection)
    expect(then(both, characterPicked({ id: 'student', changed: false }))).toBe(both)
    expect(then(both, confirmedPersonFinished())).toEqual(initialConnection)
  })

  it.each([completedUseCase, leftUseCase])('takes along its connections alone: a use case (%s)', (end) => {
    const here = then(both, end({ slug: 'discount' }))
    expect(states(here)).toEqual({ c1: 'invited', c2: 'invited' })
    expect(here.screen).toBeNull()
    expect(states(then(both, end({ slug: 'library' })))).toEqual({ c1: 'invited', c3: 'invited' })
    const waiting = then(both, invitationRequested(discount), invitationRetrying({ screen: discount, failure }))
    expect(then(waiting, end({ slug: 'discount' }))).toMatchObject({ isLoading: false, error: null })
    expect(then(waiting, end({ slug: 'library' }))).toMatchObject({ screen: discount, isLoading: true, error: failure })
    expect(states(then(both, connectionScreenOpened(connect), end({ slug: 'disco' })))).toEqual(states(both))
    expect(after(end({ slug: 'discount' }))).toEqual(initialConnection)
  })
})
