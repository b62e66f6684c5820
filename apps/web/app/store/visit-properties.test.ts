// @vitest-environment happy-dom
import type { ApiRouteName, ConnectionState, CredentialState, SocketMessage } from '@lastmile/contracts'
import { persistedState } from '@lastmile/contracts/site'
import { isConnected, isIssued } from '@lastmile/journey'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { allConnections } from '../exchanges/connecting/connection-slice.ts'
import { openConnection } from '../exchanges/connecting/connection-thunks.ts'
import { onboardingScreenKey } from '../exchanges/connecting/screen-key.ts'
import { issueCredentials } from '../exchanges/issuing/issuance-thunks.ts'
import { fetchCharacters, pickCharacter } from '../state/characters/characters-slice.ts'
import { demoReset, messageReceived } from '../state/demo-actions.ts'
import { catchUp } from '../visit/catch-up.ts'
import { selectOnboardingNavigation } from '../visit/onboarding/onboarding-selectors.ts'
import { onboardingStepSet } from '../visit/onboarding/onboarding-slice.ts'
import { startPersistence } from '../visit/persistence/persistence.ts'
import { credentialRecord, invitation, memory, overC1, storeWith, student, studentCard } from './store.fixture.ts'

/** Late, duplicate, reordered or single-tab messages never move a visit backwards. */

const connectionPath: readonly ConnectionState[] = ['invited', 'request', 'response', 'active', 'complete']
const credentialPath: readonly CredentialState[] = ['offer_sent', 'request_received', 'credential_issued', 'done']
const connect = onboardingScreenKey('CONNECT')

let ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends) end()
  ends = []
})

/** A fake server, with every message it has ever sent. */
function fakeServer() {
  const connections = new Map<string, ConnectionState>()
  const credentials = new Map<string, { connection_id: string; state: CredentialState }>()
  const sent: SocketMessage[] = []
  const send = (message: object) => sent.push(message as SocketMessage)
  const next = <State>(path: readonly State[], state: State) => path[path.indexOf(state) + 1]
  const recordOf = (id: string) => credentialRecord(id, credentials.get(id))
  return {
    connections,
    credentials,
    sent,
    answers: {
      getCharacters: () => [student],
      getLastReset: () => ({ lastServerReset: '2020-01-01T00:00:00.000Z' }),
      createInvite: () => {
        const id = `c${connections.size}`
        connections.set(id, 'invited')
        return invitation(id)
      },
      getConnectionByInvitation: ({ params }: { params?: { id: string } }) => {
        const id = params?.id.replace('invitation-', '') ?? ''
        return { connection_id: id, invi_msg_id: params?.id, state: connections.get(id) }
      },
      getOrCreateCredDef: () => ({ data: 'lmds:def:Student Card', state: 'ready' }),
      offerCredential: ({ body }: { body?: unknown }) => {
        const id = `x${credentials.size}`
        credentials.set(id, { connection_id: (body as { connection_id: string }).connection_id, state: 'offer_sent' })
        return recordOf(id)
      },
      getCredential: ({ params }: { params?: { id: string } }) => recordOf(params?.id ?? ''),
    } satisfies Parameters<typeof storeWith>[0],
    /** The wallet makes its next move, or declines. */
    moves(index: number, declines: boolean) {
      const all = [...connections.keys(), ...credentials.keys()]
      const id = all[index % all.length] ?? ''
      const connection = connections.get(id)
      const credential = credentials.get(id)
      if (connection) {
        const state = declines && !isConnected(connection) ? 'abandoned' : next(connectionPath, connection)
        if (state === undefined || connection === 'abandoned') return
        connections.set(id, state)
        send({ endpoint: 'connections', state, connection_id: id })
      } else if (credential) {
        const state = declines && !isIssued(credential.state) ? 'abandoned' : next(credentialPath, credential.state)
        if (state === undefined || credential.state === 'abandoned') return
        credentials.set(id, { ...credential, state })
        send({ ...recordOf(id), endpoint: 'issue_credential' })
      }
    },
  }
}

/** Delays answers until the test releases them; they report the state at request time. */
function slowly(answers: ReturnType<typeof fakeServer>['answers']) {
  const waiting: (() => void)[] = []
  const slow = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      (options: object) => {
        const said = answer(options)
        return new Promise((resolve) => waiting.push(() => resolve(said)))
      },
    ]),
  ) as Partial<Record<ApiRouteName, (options: object) => unknown>>
  return { slow, waiting }
}

const ticks = async () => {
  for (let tick = 0; tick < 12; tick++) await Promise.resolve()
}

/** Both tabs show the invitation, or an established connection with an offered credential. */
async function fakeVisit(isOffered: boolean) {
  const server = fakeServer()
  const { slow, waiting } = slowly(server.answers)
  const shared = memory()
  const open = (own: Storage) => {
    const { store } = storeWith(slow)
    const stop = startPersistence(store, { shared, tab: own })
    ends.push(stop)
    return { store, stop, own, seen: new Map<string, number>() }
  }
  const tabs = [open(memory()), open(memory())]
  const settle = async () => {
    for (let round = 0; round < 8; round++) {
      for (const answer of waiting.splice(0)) answer()
      await ticks()
      dispatchEvent(new StorageEvent('storage', { key: persistedState.key }))
      await ticks()
    }
  }
  const begin = async (tab: (typeof tabs)[number]) => {
    void tab.store.dispatch(fetchCharacters())
    await settle()
    void tab.store.dispatch(pickCharacter('student'))
    tab.store.dispatch(onboardingStepSet('CONNECT'))
    await settle()
  }
  for (const tab of tabs) await begin(tab)
  void tabs[0]?.store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
  await settle()
  if (isOffered) {
    for (const _ of connectionPath) server.moves(0, false)
    for (const message of server.sent) for (const { store } of tabs) store.dispatch(messageReceived(message))
    const issuance = { route: { ...overC1, connectionId: 'c0' }, credentials: [studentCard] }
    void tabs[0]?.store.dispatch(issueCredentials(issuance))
    await settle()
  }
  return { server, waiting, tabs, open, settle }
}

type Visit = Awaited<ReturnType<typeof fakeVisit>>
type Tab = Visit['tabs'][number]

/** `abandoned` may follow any state but the last two of a path. */
const place = (state: string | undefined, path: readonly string[]) =>
  state === 'abandoned' ? path.length - 2.5 : path.indexOf(state ?? '')

function movesForward({ server, tabs }: Visit) {
  for (const { store, seen } of tabs) {
    const state = store.getState()
    const known = [
      ...allConnections(state.connection).map(({ id, state: heard }) => ({
        id: id ?? '',
        state: heard,
        path: connectionPath,
        truth: server.connections.get(id ?? ''),
      })),
      ...state.credentials.issuedCredentials.map((each) => ({
        ...each,
        path: credentialPath,
        truth: server.credentials.get(each.id)?.state,
      })),
    ]
    for (const { id, state: heard, path, truth } of known) {
      expect([id, heard, place(heard, path) >= (seen.get(id) ?? 0)]).toEqual([id, heard, true])
      expect([id, heard, place(heard, path) <= place(truth, path)]).toEqual([id, heard, true])
      seen.set(id, place(heard, path))
    }
    const isNextOpen = state.onboarding.onboardingStep === 'CONNECT' && selectOnboardingNavigation(state).canGoNext
    if (isNextOpen) expect([...server.connections.values()].some((each) => isConnected(each))).toBe(true)
  }
}

const anIndex = fc.nat(30)
const hears = fc.record({ kind: fc.constant('hears'), tab: fc.nat(1), index: anIndex })
const moves = fc.record({ kind: fc.constant('moves'), index: fc.nat(1), declines: fc.constant(false) })
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('connects'), tab: fc.nat(1) }),
    fc.record({ kind: fc.constant('offers'), tab: fc.nat(1) }),
    fc.record({ kind: fc.constant('moves'), index: fc.nat(1), declines: fc.constant(true) }),
    moves,
    moves,
    moves,
    hears,
    hears,
    hears,
    fc.record({ kind: fc.constant('answers'), index: anIndex }),
    fc.record({ kind: fc.constant('catchesUp'), tab: fc.nat(1) }),
    fc.record({ kind: fc.constant('reloads'), tab: fc.nat(1) }),
    fc.record({ kind: fc.constant('notifies') }),
    fc.record({ kind: fc.constant('resets'), tab: fc.nat(1) }),
  ) as fc.Arbitrary<{ kind: string; tab?: number; index?: number; declines?: boolean }>,
  { maxLength: 25 },
)

async function happens(visit: Visit, { kind, tab = 0, index = 0, declines = false }: { kind: string } & Step) {
  const { server, waiting, tabs } = visit
  const { store, stop, own } = tabs[tab] as Tab
  const established = allConnections(store.getState().connection).find(({ state }) => isConnected(state))
  const message = server.sent[index % server.sent.length]
  if (kind === 'connects') void store.dispatch(openConnection({ screen: connect, protocol: 'didcomm' }))
  else if (kind === 'offers' && established)
    void store.dispatch(
      issueCredentials({ route: { ...overC1, connectionId: established.id }, credentials: [studentCard] }),
    )
  else if (kind === 'moves') server.moves(index, declines)
  else if (kind === 'hears' && message) store.dispatch(messageReceived(message))
  else if (kind === 'answers') waiting.splice(index % Math.max(waiting.length, 1), 1)[0]?.()
  else if (kind === 'catchesUp') void store.dispatch(catchUp())
  else if (kind === 'notifies') dispatchEvent(new StorageEvent('storage', { key: persistedState.key }))
  else if (kind === 'resets') store.dispatch(demoReset())
  else if (kind === 'reloads') {
    stop()
    tabs[tab] = visit.open(own)
  }
  await ticks()
}

interface Step {
  tab?: number
  index?: number
  declines?: boolean
}

/** One tab hears that the invitation was declined, while the other makes a new one. */
const declinedHereReplacedThere = [
  { kind: 'catchesUp', tab: 0 },
  { kind: 'moves', index: 0, declines: true },
  { kind: 'catchesUp', tab: 1 },
  { kind: 'hears', tab: 0, index: 0 },
  { kind: 'connects', tab: 0 },
]

it('only moves forward, and after a catch-up both tabs know what the server knows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), steps, async (isOffered, all) => {
      const visit = await fakeVisit(isOffered)
      for (const step of all) {
        await happens(visit, step)
        movesForward(visit)
      }
      await visit.settle()
      movesForward(visit)
      const known = visit.tabs.map(({ store }) => allConnections(store.getState().connection).map(({ id }) => id))
      for (const { store } of visit.tabs) void store.dispatch(catchUp())
      await visit.settle()
      movesForward(visit)
      for (const [index, { store }] of visit.tabs.entries()) {
        const { connection, credentials } = store.getState()
        expect(allConnections(connection).map(({ id }) => id)).toEqual(known[index])
        for (const { id, state } of allConnections(connection))
          expect([id, isConnected(state) || state]).toEqual([
            id,
            isConnected(visit.server.connections.get(id ?? '')) || visit.server.connections.get(id ?? ''),
          ])
        for (const { id, state } of credentials.issuedCredentials) {
          const truth = visit.server.credentials.get(id)?.state
          expect([id, (truth && isIssued(truth)) || truth]).toEqual([id, isIssued(state) || state])
        }
      }
      for (const { stop } of visit.tabs) stop()
    }),
    { numRuns: 60, examples: [[false, declinedHereReplacedThere]] },
  )
})
