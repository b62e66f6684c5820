import type { SocketMessage } from '@lastmile/contracts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, failureOf, networkError } from '../api/api-error.ts'
import type { Call } from '../api/call.ts'
import { allConnections, connectionOfScreen, currentConnection } from '../exchanges/connecting/connection-slice.ts'
import { openConnection } from '../exchanges/connecting/connection-thunks.ts'
import { onboardingScreenKey, screenKeyOf } from '../exchanges/connecting/screen-key.ts'
import { credentialsHeld } from '../exchanges/issuing/credentials-slice.ts'
import { issueCredentials, refreshCredentials, resendCredential } from '../exchanges/issuing/issuance-thunks.ts'
import { revokeCredential } from '../exchanges/issuing/revocation-thunks.ts'
import { proofFailed, proofForgotten, proofRequested } from '../exchanges/proving/proof-slice.ts'
import { deleteProof, fetchProof, startProof } from '../exchanges/proving/proof-thunks.ts'
import { fetchCharacters, pickCharacter } from '../state/characters/characters-slice.ts'
import { completedUseCase, demoReset, messageReceived } from '../state/demo-actions.ts'
import {
  completionCanceled,
  darkModeSet,
  dashboardReset,
  operatorOptionsSet,
} from '../state/preferences/preferences-slice.ts'
import { catchUp, checkLastReset, selectIsServerReset } from '../visit/catch-up.ts'
import { selectOnboardingNavigation, selectReachesDashboard } from '../visit/onboarding/onboarding-selectors.ts'
import { onboardingStepSet } from '../visit/onboarding/onboarding-slice.ts'
import { stepSet } from '../visit/use-cases/section-slice.ts'
import {
  selectIsDemoCompleted,
  selectIsRevokingLeft,
  selectRevocations,
} from '../visit/use-cases/use-case-selectors.ts'
import { openUseCase } from '../visit/use-cases/use-cases-slice.ts'
import {
  callsOf,
  credentialRecord,
  invitation,
  overC1,
  proofNews,
  proofRecord,
  storeWith,
  student,
  studentCard,
} from './store.fixture.ts'

const connect = onboardingScreenKey('CONNECT')
const issuance = { route: overC1, credentials: [studentCard] }
const verifier = { name: 'ShopEasy' }
const notFound = () =>
  new ApiError({ code: 'not-found', message: 'There is no such thing.', status: 404, temporary: false })

const issued = (id: string, changes: Partial<SocketMessage> = {}): SocketMessage =>
  ({
    endpoint: 'issue_credential',
    state: 'credential_issued',
    protocol: 'didcomm',
    connection_id: 'c1',
    credential_exchange_id: id,
    credential_definition_id: 'lmds:def:Student Card',
    revoc_reg_id: 'reg',
    revocation_id: '7',
    reason: null,
    ...changes,
  }) as SocketMessage

function demo(overrides: Parameters<typeof storeWith>[0] = {}) {
  let invitations = 0
  let offers = 0
  return storeWith({
    getCharacters: () => [student],
    createInvite: () => {
      invitations += 1
      return invitation(`c${invitations}`)
    },
    getConnectionByInvitation: ({ params }) => ({
      connection_id: params?.id.replace('invitation-', ''),
      invi_msg_id: params?.id,
      state: 'invited',
    }),
    getOrCreateCredDef: () => ({ data: 'lmds:def:Student Card', state: 'ready' }),
    offerCredential: () => {
      offers += 1
      return credentialRecord(`x${offers}`)
    },
    ...overrides,
  })
}

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/demo' })
})

describe('connections', () => {
  it('makes one invitation per screen, however often it is shown', async () => {
    const { store, call } = demo()
    await store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
    await store.dispatch(openConnection({ screen: onboardingScreenKey('CONNECT_2'), protocol: 'didcomm' }))
    await store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
    expect(callsOf(call, 'createInvite')).toHaveLength(2)
    expect(callsOf(call, 'createInvite')[0]).toMatchObject([
      'createInvite',
      {
        body: {
          my_label: expect.any(String),
          image_url: expect.stringMatching(/^\//),
          goal_code: 'aries.vc.issue',
          flow_type: 'onboarding-flow',
          request_id: expect.any(String),
        },
      },
    ])
    expect(store.getState().connection).toMatchObject({ screen: connect, isLoading: false })
    expect(allConnections(store.getState().connection).map(({ id }) => id)).toEqual(['c2', 'c1'])
  })

  it('marks the connection active on the live message, and never goes back', async () => {
    const { store } = demo()
    await store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
    store.dispatch(messageReceived({ endpoint: 'connections', state: 'active', connection_id: 'c1' }))
    store.dispatch(messageReceived({ endpoint: 'connections', state: 'request', connection_id: 'c1' }))
    store.dispatch(messageReceived({ endpoint: 'connections', state: 'abandoned', connection_id: 'c1' }))
    store.dispatch(messageReceived({ endpoint: 'connections', state: 'complete', connection_id: 'other' }))
    expect(currentConnection(store.getState().connection)?.state).toBe('active')
  })

  it('makes a new invitation when the server has forgotten the old one', async () => {
    const { store, call } = demo({
      getConnectionByInvitation: () => {
        throw notFound()
      },
    })
    await store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
    await store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
    expect(callsOf(call, 'createInvite')).toHaveLength(2)
    expect(currentConnection(store.getState().connection)?.id).toBe('c2')
  })

  it('keeps the failure for the screen to show', async () => {
    const { store } = demo({
      createInvite: () => {
        throw networkError()
      },
    })
    await store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
    expect(store.getState().connection).toMatchObject({ isLoading: false, error: { temporary: true } })
  })

  it('ignores an answer that arrives after a reset', async () => {
    const { store } = demo()
    const opened = store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
    store.dispatch(demoReset())
    await opened
    expect(store.getState().connection).toMatchObject({ byScreen: {}, screen: null })
    expect(store.getState().onboarding.connectionId).toBeNull()
    expect(store.getState().preferences.connectionDate).toBeNull()
  })
})

describe('issuing', () => {
  it('offers each credential once, also when the screen is shown again', async () => {
    const { store, call } = demo()
    await Promise.all([store.dispatch(issueCredentials(issuance)), store.dispatch(issueCredentials(issuance))])
    await store.dispatch(issueCredentials(issuance))
    expect(callsOf(call, 'offerCredential')).toHaveLength(1)
    expect(store.getState().credentials).toMatchObject({
      issuanceId: null,
      issuedCredentials: [{ name: 'Student Card', id: 'x1', state: 'offer_sent' }],
      definitionIds: { 'Student Card': 'lmds:def:Student Card' },
    })
  })

  it('is not undone by a late message of another exchange', async () => {
    const { store } = demo()
    await store.dispatch(issueCredentials(issuance))
    store.dispatch(messageReceived(issued('x1')))
    store.dispatch(messageReceived(issued('x9', { state: 'offer_sent' } as Partial<SocketMessage>)))
    expect(store.getState().credentials.issuedCredentials).toMatchObject([{ id: 'x1', state: 'credential_issued' }])
  })

  it('offers nothing more once the demo was reset while keys were being made', async () => {
    let ready: (answer: { data: string; state: 'ready' }) => void = () => {}
    const { store, call } = demo({
      getOrCreateCredDef: () =>
        new Promise((resolve) => {
          ready = resolve
        }),
    })
    const issuing = store.dispatch(issueCredentials(issuance))
    store.dispatch(demoReset())
    ready({ data: 'lmds:def:Student Card', state: 'ready' })
    await issuing
    expect(callsOf(call, 'offerCredential')).toHaveLength(0)
  })

  it('sends afresh when the server has forgotten the stale offer, and keeps one that it could not withdraw', async () => {
    const { store, call } = demo({
      deleteCredential: () => {
        throw notFound()
      },
    })
    await store.dispatch(issueCredentials(issuance))
    await store.dispatch(resendCredential(issuance))
    expect(callsOf(call, 'offerCredential')).toHaveLength(2)
    const kept = demo({
      deleteCredential: () => {
        throw networkError()
      },
    })
    await kept.store.dispatch(issueCredentials(issuance))
    await kept.store.dispatch(resendCredential(issuance))
    expect(callsOf(kept.call, 'offerCredential')).toHaveLength(1)
    expect(kept.store.getState().credentials).toMatchObject({
      issuedCredentials: [{ id: 'x1', state: 'offer_sent' }],
      error: { step: 'offer', code: 'network' },
    })
  })

  it('says so while a withdrawal is tried again, and no more when the fresh offer is made', async () => {
    const shown: (string | undefined)[] = []
    const { store } = demo({
      deleteCredential: (options) => {
        const { onRetry } = options as { onRetry: (error: ApiError) => void }
        onRetry(networkError())
        shown.push(store.getState().credentials.error?.code)
        return null
      },
    })
    await store.dispatch(issueCredentials(issuance))
    await store.dispatch(resendCredential(issuance))
    expect(shown).toEqual(['network'])
    expect(store.getState().credentials).toMatchObject({ error: null, issuedCredentials: [{ id: 'x2' }] })
  })

  it('records the issued credential and its revocation details from the live message', async () => {
    const { store } = demo()
    await store.dispatch(issueCredentials(issuance))
    store.dispatch(messageReceived(issued('x1')))
    store.dispatch(messageReceived(issued('x1', { state: 'offer_sent' })))
    expect(store.getState().credentials.issuedCredentials).toMatchObject([{ state: 'credential_issued' }])
    expect(store.getState().credentials.revokableCredentials).toEqual([
      { name: 'Student Card', revocationRegId: 'reg', connectionId: 'c1', credRevocationId: '7' },
    ])
  })

  it('takes a message that comes before the answer to the offer', async () => {
    const { store } = demo()
    store.dispatch(messageReceived(issued('x1')))
    expect(store.getState().credentials.issuedCredentials).toMatchObject([{ name: 'Student Card', id: 'x1' }])
  })

  it('withdraws the stale offer before it makes a fresh one, and ignores what is heard of the stale one', async () => {
    const { store, call } = demo({ deleteCredential: () => null })
    await store.dispatch(issueCredentials(issuance))
    await store.dispatch(resendCredential(issuance))
    store.dispatch(messageReceived(issued('x1', { state: 'abandoned', reason: 'Withdrawn.' })))
    expect(callsOf(call, 'deleteCredential')).toMatchObject([['deleteCredential', { params: { id: 'x1' } }]])
    expect(store.getState().credentials.issuedCredentials).toMatchObject([{ id: 'x2', state: 'offer_sent' }])
  })

  it('shows a refusal with its reason, and offers again on Try Again', async () => {
    const { store, call } = demo({ deleteCredential: () => null })
    await store.dispatch(issueCredentials(issuance))
    store.dispatch(messageReceived(issued('x1', { state: 'abandoned', refusal: 'declined' })))
    expect(store.getState().credentials.issuedCredentials).toMatchObject([{ refusal: 'declined' }])
    await store.dispatch(resendCredential(issuance))
    expect(callsOf(call, 'offerCredential')).toHaveLength(2)
  })

  it('keeps the step in which issuing failed', async () => {
    const { store } = demo({
      getOrCreateCredDef: () => {
        throw notFound()
      },
    })
    await store.dispatch(issueCredentials(issuance))
    expect(store.getState().credentials.error).toMatchObject({ step: 'definition', temporary: false })
    expect(store.getState().credentials.issuanceId).toBeNull()
  })

  it('tries a deep link three times, a second apart', async () => {
    vi.useFakeTimers()
    const { store, call } = demo({
      offerCredentialByDeepLink: () => {
        throw new ApiError({ code: 'not-connected', message: 'Not yet.', status: 409, temporary: false })
      },
    })
    const done = store.dispatch(issueCredentials({ ...issuance, route: { ...overC1, kind: 'deepLink' } }))
    await vi.advanceTimersByTimeAsync(2_100)
    await done
    vi.useRealTimers()
    expect(callsOf(call, 'offerCredentialByDeepLink')).toHaveLength(3)
    expect(store.getState().credentials.error).toMatchObject({
      step: 'deepLink',
      code: 'deep-link-issuance',
    })
  })

  it('catches up with what happened while the page was away', async () => {
    const { store } = demo({ getCredential: () => credentialRecord('x1', { state: 'done' }) })
    await store.dispatch(issueCredentials(issuance))
    await store.dispatch(refreshCredentials())
    expect(store.getState().credentials.issuedCredentials).toMatchObject([{ state: 'done' }])
  })

  it('learns what was revoked while the page was away, and forgets nothing that is in the wallet', async () => {
    const { store } = demo({
      getCredential: () => credentialRecord('x1', { state: 'credential_revoked', revoked: true }),
    })
    await store.dispatch(issueCredentials(issuance))
    store.dispatch(messageReceived(issued('x1')))
    await store.dispatch(refreshCredentials())
    expect(store.getState().credentials.issuedCredentials).toMatchObject([{ state: 'credential_revoked' }])
    const other = demo({
      getCredential: () => {
        throw notFound()
      },
    }).store
    await other.dispatch(issueCredentials(issuance))
    other.dispatch(messageReceived(issued('x1')))
    await other.dispatch(refreshCredentials())
    expect(other.getState().credentials.issuedCredentials).toMatchObject([{ state: 'credential_issued' }])
  })

  it('revokes and stores it', async () => {
    const { store, call } = demo({
      revoke: () => credentialRecord('x1', { state: 'credential_revoked', revoked: true }),
    })
    await store.dispatch(fetchCharacters())
    await store.dispatch(pickCharacter('student'))
    await store.dispatch(issueCredentials(issuance))
    store.dispatch(messageReceived(issued('x1')))
    expect(selectRevocations(store.getState())).toMatchObject([{ revoked: false }])
    await store.dispatch(revokeCredential({ name: 'student_card', comment: 'Lost.' }))
    // Every field of the payload (docs/product.md, section 7).
    expect(callsOf(call, 'revoke')).toMatchObject([
      [
        'revoke',
        {
          body: {
            comment: 'Lost.',
            connection_id: 'c1',
            cred_rev_id: expect.any(String),
            notify: true,
            notify_version: 'v2_0',
            publish: true,
            rev_reg_id: expect.any(String),
            thread_id: credentialRecord('x1').thread_id,
          },
        },
      ],
    ])
    expect(selectRevocations(store.getState())).toMatchObject([{ revoked: true }])
    store.dispatch(operatorOptionsSet({ revocationEnabled: false }))
    expect(selectRevocations(store.getState())).toEqual([])
  })
})

describe('what is left to see of revoking', () => {
  const issuedCard = async () => {
    const { store } = demo({ requestProof: () => proofRecord('p1') })
    await store.dispatch(fetchCharacters())
    await store.dispatch(pickCharacter('student'))
    await store.dispatch(issueCredentials(issuance))
    store.dispatch(messageReceived(issued('x1')))
    await store.dispatch(startProof({ options, verifier, route: overC1 }))
    return store
  }
  const options = { title: 'Check', text: 'Check.', requestedCredentials: [{ name: 'Student Card', nonRevoked: true }] }

  it('is nothing once a verifier has refused a revoked card, until the visit begins afresh', async () => {
    const store = await issuedCard()
    expect(selectIsRevokingLeft(store.getState())).toBe(true)
    store.dispatch(proofNews('p1', 'abandoned', { verified: false, refusal: 'revoked' }))
    expect(selectIsRevokingLeft(store.getState())).toBe(false)
    store.dispatch(proofForgotten())
    expect(selectIsRevokingLeft(store.getState())).toBe(false)
    store.dispatch(dashboardReset())
    expect(selectIsRevokingLeft(store.getState())).toBe(true)
  })

  it.each(['declined', 'predicate-not-met'] as const)(
    'is not seen where the reason is another: %s',
    async (refusal) => {
      const store = await issuedCard()
      store.dispatch(proofNews('p1', 'abandoned', { verified: false, refusal }))
      expect(selectIsRevokingLeft(store.getState())).toBe(true)
    },
  )
})

describe('onboarding', () => {
  it('enables Next by the connection of the screen that is shown', async () => {
    const { store } = demo()
    await store.dispatch(fetchCharacters())
    expect(selectOnboardingNavigation(store.getState()).canGoNext).toBe(false)
    await store.dispatch(pickCharacter('student'))
    expect(selectOnboardingNavigation(store.getState()).canGoNext).toBe(true)
    store.dispatch(onboardingStepSet('CONNECT'))
    await store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
    expect(selectOnboardingNavigation(store.getState()).canGoNext).toBe(false)
    store.dispatch(messageReceived({ endpoint: 'connections', state: 'active', connection_id: 'c1' }))
    expect(selectOnboardingNavigation(store.getState()).canGoNext).toBe(true)
    expect(connectionOfScreen(store.getState().connection, onboardingScreenKey('CONNECT_2'))).toBeUndefined()
    expect(selectReachesDashboard(store.getState())).toBe(true)
  })

  it('forgets the earlier character when another one is picked', async () => {
    const { store } = demo()
    await store.dispatch(pickCharacter('student'))
    await store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
    store.dispatch(credentialsHeld(['Student Card']))
    await store.dispatch(pickCharacter('nurse'))
    expect(currentConnection(store.getState().connection)).toBeUndefined()
    expect(store.getState().credentials.heldCredentials).toEqual([])
    expect(store.getState().characters.currentCharacter).toBe('nurse')
  })
})

describe('proofs', () => {
  const options = {
    title: 'Student check',
    text: 'Are you a student?',
    requestedCredentials: [{ name: 'StudentCard', properties: ['family_name'] }],
  }

  async function atProof(overrides: Parameters<typeof storeWith>[0]) {
    const made = demo(overrides)
    await made.store.dispatch(fetchCharacters())
    await made.store.dispatch(pickCharacter('student'))
    await made.store.dispatch(openUseCase({ slug: 'discount', screenCount: 3 }))
    return made
  }

  it('end, at the server too, when another use case is opened', async () => {
    const { store, call } = await atProof({ requestProof: () => proofRecord('p1'), deleteProof: () => undefined })
    await store.dispatch(startProof({ options, verifier, route: overC1 }))
    await store.dispatch(openUseCase({ slug: 'discount', screenCount: 3 }))
    expect(store.getState().proof.id).toBe('p1')
    await store.dispatch(openUseCase({ slug: 'another', screenCount: 3 }))
    expect(store.getState().proof.id).toBeNull()
    expect(callsOf(call, 'deleteProof')).toHaveLength(1)
  })

  it('makes the definition ready, asks, and hears the answer', async () => {
    const { store, call } = await atProof({ requestProof: () => proofRecord('p1') })
    await store.dispatch(startProof({ options, verifier, route: overC1 }))
    expect(callsOf(call, 'requestProof')[0]?.[1]).toMatchObject({
      body: {
        connection_id: 'c1',
        comment: 'Are you a student?',
        auto_verify: true,
        proof_request: {
          name: 'Student check',
          version: '1.0.0',
          requested_attributes: { 'Student Card': { restrictions: [{ cred_def_id: 'lmds:def:Student Card' }] } },
        },
      },
    })
    store.dispatch(
      messageReceived({
        endpoint: 'present_proof',
        state: 'verified',
        connection_id: 'c1',
        presentation_exchange_id: 'p1',
        verified: true,
        reason: null,
        refusal: null,
      }),
    )
    expect(store.getState().proof).toMatchObject({ id: 'p1', state: 'verified', verified: true })
  })

  it('goes out of band in the name of the verifier', async () => {
    const { store, call } = await atProof({
      requestProofOutOfBand: () => ({ proof: proofRecord('p1'), proofUrl: '/?oob=p1', shortUrl: '/i/p1' }),
    })
    const verifier = { name: 'Riverbank Reading Room', icon: '/content/shared/room.svg' }
    await store.dispatch(startProof({ options, verifier, route: { kind: 'invitation', protocol: 'didcomm' } }))
    expect(callsOf(call, 'requestProofOutOfBand')[0]?.[1]).toMatchObject({
      body: {
        my_label: 'Riverbank Reading Room',
        image_url: '/content/shared/room.svg',
        proof_request: { name: 'Student check' },
      },
    })
  })

  it('goes on with the same exchange after a reload, and starts fresh at another step', async () => {
    const { store, call } = await atProof({
      requestProof: () => proofRecord('p1'),
      getProof: () => proofRecord('p1', { state: 'verified', verified: true }),
      deleteProof: () => null,
    })
    const start = () =>
      store.dispatch(startProof({ options, verifier, route: overC1, earlierId: store.getState().section.proofId }))
    await start()
    await start()
    expect(callsOf(call, 'requestProof')).toHaveLength(1)
    expect(store.getState().proof.state).toBe('verified')
    await store.dispatch(deleteProof())
    expect(store.getState().section.proofId).toBeNull()
    store.dispatch(stepSet(2))
    await start()
    expect(callsOf(call, 'requestProof')).toHaveLength(2)
  })

  it('keeps the failure of a request for the step to show, unless another request has begun since', async () => {
    const { store } = await atProof({
      requestProof: () => {
        throw networkError()
      },
    })
    await store.dispatch(startProof({ options, verifier, route: overC1 }))
    expect(store.getState().proof).toMatchObject({ isLoading: false, error: { code: 'network' } })
    const { requestId } = store.getState().proof
    store.dispatch(proofRequested('newer'))
    store.dispatch(proofFailed({ requestId: requestId ?? '', failure: failureOf(networkError()) }))
    expect(store.getState().proof).toMatchObject({ requestId: 'newer', isLoading: true, error: null })
  })

  it('is asked about when the page has slept', async () => {
    const { store } = await atProof({
      requestProof: () => proofRecord('p1'),
      getProof: () => proofRecord('p1', { state: 'verified', verified: true }),
      getLastReset: () => ({ lastServerReset: '2020-01-01T00:00:00.000Z' }),
    })
    await store.dispatch(startProof({ options, verifier, route: overC1 }))
    await store.dispatch(catchUp())
    expect(store.getState().proof.state).toBe('verified')
  })

  it('is left to the visitor to ask for again when the server has forgotten it', async () => {
    const { store } = await atProof({
      requestProof: () => proofRecord('p1'),
      getProof: () => {
        throw new ApiError({ code: 'proof-not-found', message: '', status: 404, temporary: false })
      },
    })
    await store.dispatch(startProof({ options, verifier, route: overC1 }))
    await store.dispatch(fetchProof())
    expect(store.getState().proof).toMatchObject({ id: null, isLoading: false, error: { code: 'proof-not-found' } })
  })

  it('retries no fetch of a proof that is deleted meanwhile', async () => {
    const { store, call } = await atProof({
      requestProof: () => proofRecord('p1'),
      getProof: () => new Promise(() => {}),
      deleteProof: () => null,
    })
    await store.dispatch(startProof({ options, verifier, route: overC1 }))
    void store.dispatch(fetchProof())
    const [[, fetching] = []] = callsOf(call, 'getProof') as Parameters<Call>[]
    expect(fetching?.isWanted?.()).toBe(true)
    await store.dispatch(deleteProof())
    expect(fetching?.isWanted?.()).toBe(false)
  })

  it('repeats the deep-link request until it succeeds or the step is left', async () => {
    vi.useFakeTimers()
    let attempts = 0
    const { store } = await atProof({
      requestProofByDeepLink: () => {
        attempts += 1
        throw new ApiError({ code: 'not-connected', message: 'Not yet.', status: 409, temporary: false })
      },
    })
    const asking = store.dispatch(startProof({ options, verifier, route: { ...overC1, kind: 'deepLink' } }))
    await vi.advanceTimersByTimeAsync(5_100)
    expect(attempts).toBe(6)
    asking.abort()
    await vi.advanceTimersByTimeAsync(5_000)
    vi.useRealTimers()
    expect(attempts).toBe(6)
  })
})

describe('the demo as a whole', () => {
  it('is completed when every visible use case is, and asks again only after a change', async () => {
    const { store } = demo()
    await store.dispatch(fetchCharacters())
    await store.dispatch(pickCharacter('student'))
    expect(selectIsDemoCompleted(store.getState())).toBe(false)
    store.dispatch(completedUseCase({ slug: 'discount' }))
    expect(selectIsDemoCompleted(store.getState())).toBe(true)
    store.dispatch(completionCanceled())
    store.dispatch(completedUseCase({ slug: 'discount' }))
    expect(store.getState().preferences.completeCanceled).toBe(true)
    store.dispatch(completedUseCase({ slug: 'other' }))
    expect(store.getState().preferences.completeCanceled).toBe(false)
  })

  it('forgets the verifier of a use case when it is completed', async () => {
    const { store } = demo()
    await store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
    await store.dispatch(openConnection({ screen: screenKeyOf('discount', 'CONNECTION'), protocol: 'didcomm' }))
    store.dispatch(completedUseCase({ slug: 'discount' }))
    expect(allConnections(store.getState().connection).map(({ id }) => id)).toEqual(['c1'])
  })

  it('clears all state on reset but the theme and the fetched lists', async () => {
    const { store } = demo()
    await store.dispatch(fetchCharacters())
    await store.dispatch(pickCharacter('student'))
    store.dispatch(darkModeSet(true))
    store.dispatch(completedUseCase({ slug: 'discount' }))
    store.dispatch(demoReset())
    const { characters, preferences, onboarding } = store.getState()
    expect(characters).toMatchObject({ currentCharacter: null, characters: [student] })
    expect(preferences).toMatchObject({ darkMode: true, completedUseCaseSlugs: [], connectionDate: null })
    expect(onboarding).toEqual({ onboardingStep: 'PICK_CHARACTER', connectionId: null, isCompleted: false })
  })

  it('notices that the server was reset after the connection was made', async () => {
    let lastServerReset = '2020-01-01T00:00:00.000Z'
    const { store } = demo({ getLastReset: () => ({ lastServerReset }) })
    await store.dispatch(checkLastReset())
    await store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
    expect(selectIsServerReset(store.getState())).toBe(false)
    lastServerReset = '2999-01-01T00:00:00.000Z'
    await store.dispatch(checkLastReset())
    expect(selectIsServerReset(store.getState())).toBe(true)
  })
})
