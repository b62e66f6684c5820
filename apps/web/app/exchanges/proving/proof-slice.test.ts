import type { ProofState } from '@lastmile/contracts'
import type { UnknownAction } from '@reduxjs/toolkit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { failureOf, networkError } from '../../api/api-error.ts'
import { characterPicked } from '../../state/demo-actions.ts'
import { credentialNews, proofNews, proofRecord, storeWith } from '../../store/store.fixture.ts'
import { walletClient } from '../../wallet/wallet-client.ts'
import {
  initialProof,
  type ProofExchangeState,
  proofFailed,
  proofFetched,
  proofForgotten,
  proofReducer,
  proofRequested,
  proofRetrying,
  proofStarted,
} from './proof-slice.ts'
import { deleteProof } from './proof-thunks.ts'

const then = (state: ProofExchangeState, ...actions: UnknownAction[]) => actions.reduce(proofReducer, state)
const after = (...actions: UnknownAction[]) => then(initialProof, ...actions)
const started = (state: ProofState) => proofStarted({ proof: proofRecord('p1', { state }) })
const failure = failureOf(networkError())
const presentation = { requested_proof: { revealed_attrs: {}, revealed_attr_groups: {}, predicates: {} } }

/** Known state, reported state, resulting state. */
const course = [
  ['request_sent', 'presentation_received', 'presentation_received'],
  ['presentation_received', 'request_sent', 'presentation_received'],
  ['request_sent', 'request_sent', 'request_sent'],
  ['presentation_received', 'verified', 'verified'],
  ['request_sent', 'abandoned', 'abandoned'],
  ['request_sent', 'expired', 'expired'],
  ['verified', 'request_sent', 'verified'],
  ['verified', 'presentation_received', 'verified'],
  ['abandoned', 'presentation_received', 'abandoned'],
  ['expired', 'request_sent', 'expired'],
] as const satisfies [ProofState, ProofState, ProofState][]

describe('the state of a proof', () => {
  it.each(course)('that is %s, on hearing %s, is %s, live or in a late answer', (known, heard, holds) => {
    const first = after(started(known))
    expect(then(first, proofNews('p1', heard)).state).toBe(holds)
    expect(then(first, proofFetched(proofRecord('p1', { state: heard }))).state).toBe(holds)
  })

  it('stays as it ended in live news, while the answer that is fetched has more to say', () => {
    const verified = after(started('verified'))
    expect(then(verified, proofNews('p1', 'abandoned'))).toBe(verified)
    const done = proofRecord('p1', { state: 'done', verified: true, presentation })
    expect(then(verified, proofFetched(done))).toMatchObject({ state: 'done', verified: true, presentation })
    const received = proofRecord('p1', { state: 'presentation_received', presentation })
    expect(then(after(started('presentation_received')), proofFetched(received))).toMatchObject({ presentation })
  })

  it('takes what was found with it', () => {
    const found = { verified: false, refusal: 'revoked' } as const
    expect(after(started('request_sent'), proofNews('p1', 'abandoned', found))).toMatchObject(found)
    expect(after(proofStarted({ proof: proofRecord('p1', { ...found, presentation }) }))).toMatchObject({
      ...found,
      presentation,
    })
  })

  it('is decided by the values where two cards have to say the same', () => {
    const asked = [
      { name: 'Trader Permit', alike: { owner: ['given_names', 'family_name'] } },
      { name: 'Business Registration', alike: { owner: ['owner_name'] } },
    ]
    const permit = { given_names: { raw: 'Ngozi' }, family_name: { raw: 'Okafor' } }
    const answered = (owner: string) => {
      const revealed_attr_groups = {
        'Trader Permit': { values: permit },
        'Business Registration': { values: { owner_name: { raw: owner } } },
      }
      const requested_proof = { revealed_attrs: {}, revealed_attr_groups, predicates: {} }
      return proofRecord('p1', { state: 'verified', verified: true, presentation: { requested_proof } })
    }
    const heard = after(
      proofStarted({ proof: proofRecord('p1'), asked }),
      proofNews('p1', 'verified', { verified: true, refusal: null }),
    )
    expect(heard).toMatchObject({ state: 'verified', verified: null })
    expect(then(heard, proofFetched(answered('Ngozi Okafor')))).toMatchObject({ verified: true, refusal: null })
    const unlike = { verified: false, refusal: 'not-verifiable', isUnlike: true }
    expect(then(heard, proofFetched(answered('Ann Eze')))).toMatchObject(unlike)
    expect(after(proofStarted({ proof: answered('Ann Eze'), asked }))).toMatchObject(unlike)
    expect(after(proofStarted({ proof: answered('Ann Eze') }))).toMatchObject({ verified: true, isUnlike: false })
  })

  it('is of this proof alone', () => {
    const asked = after(started('request_sent'))
    expect(then(asked, proofNews('p2', 'verified'))).toBe(asked)
    expect(then(asked, proofFetched(proofRecord('p2', { state: 'verified' })))).toBe(asked)
    expect(then(asked, credentialNews('p1', 'abandoned'))).toBe(asked)
    expect(after(credentialNews('p1', 'abandoned'))).toBe(initialProof)
  })
})

describe('a request', () => {
  it('begins afresh, is shown while it is tried for, and then waits for the wallet', () => {
    const asked = after(started('verified'), proofRequested('first'))
    expect(asked).toEqual({ ...initialProof, isLoading: true, requestId: 'first' })
    const retrying = then(asked, proofRetrying({ requestId: 'first', failure }))
    expect(retrying).toMatchObject({ isLoading: true, error: failure })
    expect(then(retrying, started('request_sent'))).toMatchObject({ id: 'p1', isLoading: false, error: null })
    const failed = then(asked, proofFailed({ requestId: 'first', failure }))
    expect(failed).toMatchObject({ isLoading: false, error: failure })
  })

  it('hears no more of one before it', () => {
    const asked = after(proofRequested('second'))
    expect(then(asked, proofRetrying({ requestId: 'first', failure }))).toBe(asked)
    expect(then(asked, proofFailed({ requestId: 'first', failure }))).toBe(asked)
  })

  it('out of band has addresses, and the next one on a connection none', () => {
    const addresses = { proofUrl: 'https://example.org/?oob=p1', shortUrl: 'https://example.org/i/p1' }
    const outOfBand = after(proofStarted({ proof: proofRecord('p1'), ...addresses }))
    expect(outOfBand).toMatchObject(addresses)
    expect(then(outOfBand, started('request_sent'))).toMatchObject({ proofUrl: null, shortUrl: null })
  })

  it('ends with the exchange, and with the visit', () => {
    const asked = after(started('request_sent'))
    expect(then(asked, proofForgotten())).toEqual(initialProof)
    expect(initialProof).toMatchObject({ id: null, state: null, isLoading: false })
    expect(then(asked, characterPicked({ id: 'nurse', changed: true }))).toEqual(initialProof)
    expect(then(asked, characterPicked({ id: 'student', changed: false }))).toBe(asked)
  })
})

describe('a request that the visitor leaves', () => {
  const leave = async (record: ReturnType<typeof proofRecord>) => {
    const withdraw = vi.spyOn(walletClient, 'withdraw').mockReturnValue(undefined)
    const { store } = storeWith({ deleteProof: () => null })
    store.dispatch(proofStarted({ proof: record, proofUrl: 'https://demo.example?oob=p', shortUrl: '/i/p' }))
    await store.dispatch(deleteProof())
    return withdraw.mock.calls
  }
  afterEach(() => vi.restoreAllMocks())

  it('ends in the web wallet too, which hears of it in no other way', async () => {
    expect(await leave(proofRecord('p1'))).toEqual([['https://demo.example?oob=p']])
  })

  it('stays there once it was answered', async () => {
    expect(await leave(proofRecord('p1', { state: 'verified', verified: true }))).toEqual([])
  })
})
