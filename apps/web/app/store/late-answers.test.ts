import type { ApiRouteName } from '@lastmile/contracts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, networkError } from '../api/api-error.ts'
import { currentConnection } from '../exchanges/connecting/connection-slice.ts'
import { openConnection, refreshConnections } from '../exchanges/connecting/connection-thunks.ts'
import { onboardingScreenKey } from '../exchanges/connecting/screen-key.ts'
import { issueCredentials, refreshCredentials, resendCredential } from '../exchanges/issuing/issuance-thunks.ts'
import { revokeCredential } from '../exchanges/issuing/revocation-thunks.ts'
import { deleteProof, fetchProof, startProof } from '../exchanges/proving/proof-thunks.ts'
import { demoReset } from '../state/demo-actions.ts'
import {
  callsOf,
  connectionNews,
  credentialNews,
  credentialRecord,
  invitation,
  overC1,
  proofNews,
  proofRecord,
  storeWith,
  studentCard,
} from './store.fixture.ts'

/** The state changes while a call is pending: its answer is then outdated. */

const connect = onboardingScreenKey('CONNECT')
const issuance = { route: overC1, credentials: [studentCard] }
const asked = {
  options: {
    title: 'Student check',
    text: 'Are you a student?',
    requestedCredentials: [{ name: 'Student Card', cred_def_id: 'd', properties: ['family_name'] }],
  },
  verifier: { name: 'ShopEasy' },
  route: overC1,
} as const satisfies Parameters<typeof startProof>[0]

/** A visit with a connection and an offer. The fake server answers at once, except for held calls. */
async function visit() {
  let offers = 0
  let proofs = 0
  const held = new Map<ApiRouteName, ((settle: () => unknown) => void)[]>()
  const answers: Record<string, () => unknown> = {
    createInvite: () => invitation('c1'),
    getConnectionByInvitation: () => ({ connection_id: 'c1', invi_msg_id: 'invitation-c1', state: 'request' }),
    getOrCreateCredDef: () => ({ data: 'lmds:def:Student Card', state: 'ready' }),
    offerCredential: () => {
      offers += 1
      return credentialRecord(`x${offers}`)
    },
    getCredential: () => credentialRecord('x1'),
    deleteCredential: () => null,
    revoke: () => credentialRecord('x1', { revoked: true }),
    requestProof: () => {
      proofs += 1
      return proofRecord(`p${proofs}`)
    },
    getProof: () => proofRecord('p1'),
    deleteProof: () => null,
  }
  const slow = Object.entries(answers).map(([name, answer]) => [
    name,
    () => {
      const waiting = held.get(name as ApiRouteName)
      if (!waiting) return answer()
      return new Promise((resolve, reject) =>
        waiting.push((settle) => {
          try {
            resolve(settle())
          } catch (error) {
            reject(error)
          }
        }),
      )
    },
  ])
  const { store, call } = storeWith(Object.fromEntries(slow))
  await store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
  await store.dispatch(issueCredentials(issuance))
  /** Holds a route's next answer until released; by default it then returns the initial state. */
  const hold = (name: ApiRouteName) => {
    const waiting: ((settle: () => unknown) => void)[] = []
    held.set(name, waiting)
    return async (settle: () => unknown = answers[name] ?? (() => null)) => {
      held.delete(name)
      for (const settled of waiting) settled(settle)
      for (let tick = 0; tick < 10; tick++) await Promise.resolve()
    }
  }
  return { store, call, hold }
}

const notFound = () => {
  throw new ApiError({ code: 'not-found', message: 'Gone.', status: 404, temporary: false })
}

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/demo' })
})

describe('an old answer', () => {
  it('opens no connection that was declined meanwhile', async () => {
    const { store, hold } = await visit()
    const answer = hold('getConnectionByInvitation')
    void store.dispatch(refreshConnections())
    store.dispatch(connectionNews('c1', 'abandoned'))
    await answer()
    expect(currentConnection(store.getState().connection)).toMatchObject({ id: 'c1', state: 'abandoned' })
  })

  it('opens no credential that was declined meanwhile', async () => {
    const { store, hold } = await visit()
    const answer = hold('getCredential')
    void store.dispatch(refreshCredentials())
    store.dispatch(credentialNews('x1', 'abandoned', { refusal: 'declined' }))
    await answer()
    expect(store.getState().credentials.issuedCredentials).toMatchObject([
      { id: 'x1', state: 'abandoned', refusal: 'declined' },
    ])
  })

  it('brings back no offer that was withdrawn meanwhile', async () => {
    const { store, hold } = await visit()
    const answer = hold('getCredential')
    void store.dispatch(refreshCredentials())
    await store.dispatch(resendCredential(issuance))
    await answer()
    expect(store.getState().credentials.issuedCredentials).toMatchObject([{ id: 'x2' }])
  })

  it('forgets no credential that was issued meanwhile', async () => {
    const { store, hold } = await visit()
    const answer = hold('getCredential')
    void store.dispatch(refreshCredentials())
    store.dispatch(credentialNews('x1', 'done'))
    await answer(notFound)
    expect(store.getState().credentials.issuedCredentials).toMatchObject([{ id: 'x1', state: 'done' }])
  })

  it('sets no proof back that was verified meanwhile', async () => {
    const { store, hold } = await visit()
    await store.dispatch(startProof(asked))
    const answer = hold('getProof')
    void store.dispatch(fetchProof())
    store.dispatch(proofNews('p1', 'verified', { verified: true }))
    await answer()
    expect(store.getState().proof).toMatchObject({ state: 'verified', verified: true })
  })

  it('sets no proof back of which a later question was answered before', async () => {
    const { store, hold } = await visit()
    await store.dispatch(startProof(asked))
    const first = hold('getProof')
    void store.dispatch(fetchProof())
    const second = hold('getProof')
    void store.dispatch(fetchProof())
    await second(() => proofRecord('p1', { state: 'verified', verified: true }))
    await first()
    expect(store.getState().proof).toMatchObject({ state: 'verified', verified: true })
  })

  it('forgets no proof that has taken the place of the one asked about', async () => {
    const { store, hold } = await visit()
    await store.dispatch(startProof(asked))
    const answer = hold('getProof')
    void store.dispatch(fetchProof())
    await store.dispatch(deleteProof())
    await store.dispatch(startProof(asked))
    await answer(notFound)
    expect(store.getState().proof.id).toBe('p2')
  })
})

describe('after a reset', () => {
  type Asking = (store: Awaited<ReturnType<typeof visit>>['store']) => unknown
  it.each<[string, ApiRouteName, (() => unknown) | undefined, Asking]>([
    ['a connection', 'getConnectionByInvitation', undefined, (store) => store.dispatch(refreshConnections())],
    ['an offer', 'getCredential', undefined, (store) => store.dispatch(refreshCredentials())],
    ['an offer being made', 'offerCredential', undefined, (store) => store.dispatch(resendCredential(issuance))],
    ['an offer that fails', 'offerCredential', notFound, (store) => store.dispatch(resendCredential(issuance))],
    ['keys', 'getOrCreateCredDef', undefined, (store) => store.dispatch(resendCredential(issuance))],
    [
      'keys on their way',
      'getOrCreateCredDef',
      () => ({ data: 'lmds:def:Student Card', state: 'preparing' }),
      (store) => store.dispatch(resendCredential(issuance)),
    ],
    [
      'a withdrawal that failed',
      'deleteCredential',
      () => {
        throw networkError()
      },
      (store) => store.dispatch(resendCredential(issuance)),
    ],
    ['a withdrawal', 'deleteCredential', undefined, (store) => store.dispatch(resendCredential(issuance))],
    [
      'a revocation',
      'revoke',
      undefined,
      (store) => {
        const places = { revoc_reg_id: 'r1', revocation_id: '7' }
        store.dispatch(credentialNews('x1', 'credential_issued', places))
        void store.dispatch(revokeCredential({ name: 'Student Card', comment: '' }))
      },
    ],
    ['a request', 'requestProof', undefined, (store) => store.dispatch(startProof(asked))],
    ['a request that fails', 'requestProof', notFound, (store) => store.dispatch(startProof(asked))],
    ['an earlier request', 'getProof', undefined, (store) => store.dispatch(startProof({ ...asked, earlierId: 'p1' }))],
  ])('the answer about %s changes nothing', async (_, route, settle, ask) => {
    const { store, call, hold } = await visit()
    const answer = hold(route)
    const before = callsOf(call, route).length
    void ask(store)
    await vi.waitFor(() => expect(callsOf(call, route).length).toBe(before + 1))
    store.dispatch(demoReset())
    const { behavior: _behavior, ...fresh } = store.getState()
    const made = call.mock.calls.length
    await answer(settle)
    const { behavior: _tell, ...state } = store.getState()
    expect(state).toEqual(fresh)
    expect(call.mock.calls.slice(made)).toEqual([])
  })
})
