import type { CredentialRefusal, CredentialState } from '@lastmile/contracts'
import { isOpen } from '@lastmile/contracts/lifecycles'
import type { UnknownAction } from '@reduxjs/toolkit'
import { describe, expect, it } from 'vitest'
import { failureOf, networkError } from '../../api/api-error.ts'
import { characterPicked, confirmedPersonFinished, stateRestored } from '../../state/demo-actions.ts'
import { connectionNews, credentialNews, credentialRecord } from '../../store/store.fixture.ts'
import {
  type CredentialsState,
  credentialFetched,
  credentialForgotten,
  credentialKept,
  credentialsHeld,
  credentialsReducer,
  definitionPreparing,
  definitionReady,
  initialCredentials,
  issuanceEnded,
  issuanceError,
  issuanceStarted,
  revocationEnded,
  revocationStarted,
} from './credentials-slice.ts'

const then = (state: CredentialsState, ...actions: UnknownAction[]) => actions.reduce(credentialsReducer, state)
const after = (...actions: UnknownAction[]) => then(initialCredentials, ...actions)
const fetched = (id: string, changes: Parameters<typeof credentialRecord>[1] = {}, name = 'Student Card') =>
  credentialFetched({ name, record: credentialRecord(id, changes) })
const libraryNews = (id: string, state: CredentialState) =>
  credentialNews(id, state, { credential_definition_id: 'lmds:def:Library Card' })
/** Restores what another tab has stored. */
const restored = (...actions: UnknownAction[]) => {
  const { issuedCredentials, heldCredentials, revokableCredentials, definitionIds } = after(...actions)
  return stateRestored({ credentials: { issuedCredentials, heldCredentials, revokableCredentials, definitionIds } })
}
const states = ({ issuedCredentials }: CredentialsState) => issuedCredentials.map(({ id, state }) => [id, state])
const failure = failureOf(networkError())
const issuanceFailure = { step: 'offer', ...failure } as const

/** Known state, reported state, resulting state. */
const course = [
  ['offer_sent', 'request_received', 'request_received'],
  ['request_received', 'offer_sent', 'request_received'],
  ['request_received', 'request_received', 'request_received'],
  ['credential_issued', 'done', 'done'],
  ['done', 'credential_issued', 'done'],
  ['done', 'credential_revoked', 'credential_revoked'],
  ['credential_revoked', 'done', 'credential_revoked'],
  ['request_received', 'abandoned', 'abandoned'],
  ['credential_issued', 'abandoned', 'credential_issued'],
  ['credential_revoked', 'abandoned', 'credential_revoked'],
  ['abandoned', 'offer_sent', 'abandoned'],
  ['abandoned', 'request_received', 'abandoned'],
  ['abandoned', 'credential_issued', 'credential_issued'],
  ['abandoned', 'credential_revoked', 'credential_revoked'],
] as const satisfies [CredentialState, CredentialState, CredentialState][]

describe('the state of a credential', () => {
  it.each(course)('that is %s, on hearing %s, is %s, whichever way it is heard', (known, heard, holds) => {
    const first = after(fetched('x1', { state: known }))
    expect(states(first)).toEqual([['x1', known]])
    expect(states(then(first, credentialNews('x1', heard)))).toEqual([['x1', holds]])
    expect(states(then(first, fetched('x1', { state: heard })))).toEqual([['x1', holds]])
    expect(states(then(first, restored(fetched('x1', { state: heard }))))).toEqual([['x1', holds]])
  })

  it('is not touched by what becomes of its connection', () => {
    const offered = after(fetched('x1'))
    expect(then(offered, connectionNews('c1', 'active'), connectionNews('c1', 'abandoned'))).toBe(offered)
  })

  it.each<[string, CredentialRefusal | null, UnknownAction[]]>([
    ['is kept when late news comes', 'declined', [fetched('x1', { state: 'offer_sent' })]],
    ['goes when it was issued after all', null, [credentialNews('x1', 'credential_issued')]],
    ['changes with the news', 'expired', [credentialNews('x1', 'abandoned', { refusal: 'expired' })]],
  ])('shows why it was refused, which %s', (_, refusal, news) => {
    const declined = after(fetched('x1'), credentialNews('x1', 'abandoned', { refusal: 'declined' }))
    expect(declined.issuedCredentials).toMatchObject([{ refusal: 'declined' }])
    expect(then(declined, ...news).issuedCredentials).toMatchObject([{ refusal }])
  })

  it('is open until the wallet has made its move', () => {
    const open: CredentialState[] = ['offer_sent', 'request_received']
    for (const [known] of course) {
      const [entry] = after(fetched('x1', { state: known })).issuedCredentials
      expect([known, entry && isOpen('credential', entry.state)]).toEqual([known, open.includes(known)])
    }
  })
})

describe('an exchange', () => {
  it('is known by the answer to its offer, under the name of content, and by its thread', () => {
    expect(after(fetched('x1', {}, 'student_card')).issuedCredentials).toEqual([
      {
        name: 'student_card',
        id: 'x1',
        protocol: 'didcomm',
        connectionId: 'c1',
        threadId: 't',
        state: 'offer_sent',
        refusal: null,
      },
    ])
  })

  it('is known by live news before that, under the name of its definition', () => {
    const heard = after(credentialNews('x1', 'offer_sent'))
    expect(heard.issuedCredentials).toMatchObject([{ name: 'Student Card', id: 'x1', threadId: null }])
    expect(then(heard, fetched('x1')).issuedCredentials).toMatchObject([{ id: 'x1', threadId: 't' }])
  })

  it('is none when its end is the first that is heard, unless that answers an offer', () => {
    expect(states(after(credentialNews('x1', 'abandoned')))).toEqual([])
    expect(states(after(fetched('x1', { state: 'abandoned' })))).toEqual([['x1', 'abandoned']])
  })

  it('takes the place of one that came to nothing, under the same name, and of no other', () => {
    const both = after(fetched('x1', { state: 'abandoned' }, 'student_card'), libraryNews('x2', 'offer_sent'))
    const again = then(both, credentialNews('x3', 'offer_sent'))
    expect(again.issuedCredentials).toMatchObject([
      { id: 'x3', name: 'student_card' },
      { id: 'x2', name: 'Library Card' },
    ])
    expect(states(then(again, libraryNews('x4', 'offer_sent')))).toEqual([
      ['x3', 'offer_sent'],
      ['x4', 'offer_sent'],
    ])
  })

  it('takes the place of none that was issued', () => {
    const issued = after(fetched('x1', { state: 'credential_issued' }))
    expect(states(then(issued, credentialNews('x2', 'offer_sent')))).toEqual([['x1', 'credential_issued']])
    expect(then(issued, fetched('x2', { thread_id: 'another' })).issuedCredentials).toMatchObject([{ threadId: 't' }])
  })

  it('is forgotten, and stands again when it could not be withdrawn, once', () => {
    const both = after(fetched('x1'), libraryNews('x2', 'offer_sent'))
    expect(states(both)).toEqual([
      ['x1', 'offer_sent'],
      ['x2', 'offer_sent'],
    ])
    const [entry] = both.issuedCredentials
    if (!entry) throw new Error('no entry')
    const forgotten = then(both, credentialForgotten('x1'))
    expect(states(forgotten)).toEqual([['x2', 'offer_sent']])
    expect(then(forgotten, credentialKept(entry), credentialKept(entry)).issuedCredentials).toHaveLength(2)
  })
})

describe('what can be revoked', () => {
  const issued = (id: string, registry: string | null, place: string | null) =>
    credentialNews(id, 'credential_issued', { revoc_reg_id: registry, revocation_id: place })

  it('is each credential once, by the newest place in a registry', () => {
    const library = credentialNews('x2', 'credential_issued', {
      credential_definition_id: 'lmds:def:Library Card',
      revoc_reg_id: 'r2',
      revocation_id: '1',
    })
    expect(after(issued('x1', 'r1', '7'), library, issued('x1', 'r1', '8')).revokableCredentials).toEqual([
      { name: 'Library Card', revocationRegId: 'r2', connectionId: 'c1', credRevocationId: '1' },
      { name: 'Student Card', revocationRegId: 'r1', connectionId: 'c1', credRevocationId: '8' },
    ])
  })

  it('is nothing that has no place in a registry, or is not issued', () => {
    expect(after(issued('x1', null, '7')).revokableCredentials).toEqual([])
    expect(after(issued('x1', 'r1', null)).revokableCredentials).toEqual([])
    const places = { revoc_reg_id: 'r1', revocation_id: '7' }
    expect(after(credentialNews('x1', 'request_received', places)).revokableCredentials).toEqual([])
  })

  it('is revoked in whatever spelling, and nothing else with it', () => {
    const both = after(issued('x1', 'r1', '7'), libraryNews('x2', 'done'), revocationStarted())
    expect(both.isLoading).toBe(true)
    const revoked = then(both, revocationEnded({ name: 'student_card' }))
    expect(revoked.isLoading).toBe(false)
    expect(states(revoked)).toEqual([
      ['x1', 'credential_revoked'],
      ['x2', 'done'],
    ])
  })

  it('says which revocation failed, until the next attempt', () => {
    const failed = after(
      issued('x1', 'r1', '7'),
      revocationStarted(),
      revocationEnded({ name: 'student_card', failure }),
    )
    expect(failed).toMatchObject({ isLoading: false, revocationError: { name: 'student_card', code: 'network' } })
    expect(states(failed)).toEqual([['x1', 'credential_issued']])
    expect(then(failed, revocationStarted()).revocationError).toBeNull()
  })

  it('is left alone by an answer that comes after a reset', () => {
    const anew = after(issued('x1', 'r1', '7'))
    expect(then(anew, revocationEnded({ name: 'Student Card' }))).toBe(anew)
    expect(then(anew, revocationEnded({ name: 'Student Card', failure }))).toBe(anew)
  })

  it('may have been revoked while the page was away', () => {
    const away = after(issued('x1', 'r1', '7'), fetched('x1', { state: 'done', revoked: true }))
    expect(states(away)).toEqual([['x1', 'credential_revoked']])
  })
})

describe('issuing', () => {
  it('has one run at a time, and shows what it is at', () => {
    const started = after(issuanceError(issuanceFailure), issuanceStarted('run'))
    expect(started).toMatchObject({ issuanceId: 'run', error: null })
    const preparing = then(started, issuanceError(issuanceFailure), definitionPreparing('student_card'))
    expect(preparing).toMatchObject({ preparing: 'student_card', error: null })
    const ready = then(
      preparing,
      issuanceError(issuanceFailure),
      definitionReady({ name: 'student_card', definitionId: 'd1' }),
    )
    expect(ready).toMatchObject({ preparing: null, error: null, definitionIds: { 'Student Card': 'd1' } })
    const ended = then(preparing, issuanceError(issuanceFailure), issuanceEnded())
    expect(ended).toMatchObject({ issuanceId: null, preparing: null })
    expect(ended.error).toEqual(issuanceFailure)
  })
})

describe('what the visitor holds already', () => {
  it('stands once, in whatever spelling', () => {
    const held = after(credentialsHeld(['Student Card']), credentialsHeld(['student_card', 'Library Card']))
    expect(held.heldCredentials).toEqual(['Student Card', 'Library Card'])
  })
})

describe('what another tab has kept', () => {
  it('is nothing where it is about something else', () => {
    const state = after(fetched('x1'))
    expect(then(state, stateRestored({}))).toBe(state)
  })

  it('is taken over, with what this page is at left as it is', () => {
    const here = after(issuanceStarted('run'), fetched('x1'), credentialsHeld(['Library Card']))
    const there = restored(
      fetched('x2'),
      credentialsHeld(['Exam Pass']),
      definitionReady({ name: 'a', definitionId: 'd' }),
    )
    expect(then(here, there)).toMatchObject({
      issuanceId: 'run',
      issuedCredentials: [{ id: 'x2' }],
      heldCredentials: ['Exam Pass'],
      definitionIds: { A: 'd' },
    })
  })
})

describe('what ends', () => {
  const all = after(
    libraryNews('x1', 'done'),
    fetched('x2', { state: 'offer_sent' }),
    fetched('x3', { state: 'abandoned' }, 'Exam Pass'),
    credentialsHeld(['Ticket']),
    issuanceStarted('run'),
    definitionPreparing('Exam Pass'),
    issuanceError(issuanceFailure),
  )

  it('is the Confirmed Person flow, with what was still in flight', () => {
    expect(then(all, confirmedPersonFinished())).toEqual({
      ...initialCredentials,
      issuedCredentials: all.issuedCredentials.slice(0, 1),
      heldCredentials: ['Ticket'],
    })
  })

  it('is the visit of one character when another begins', () => {
    expect(then(all, characterPicked({ id: 'nurse', changed: true }))).toEqual(initialCredentials)
    expect(then(all, characterPicked({ id: 'student', changed: false }))).toBe(all)
  })
})
