import { type ApiBody, type ApiRouteName, apiRoutes, protocolMessageKind, type Subscription } from '@lastmile/contracts'
import { openWillingWallet, type WillingWallet } from '@lastmile/e2e/willing-wallet'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TestServer } from '../test/running-server.ts'
import { connect, issue, offerOf, proofOutcome, readyDefinition, staffCheck } from '../test/showcase.ts'
import type { VisitorClient } from '../test/visitor-client.ts'

let server: TestServer
let wallet: WillingWallet
let owner: VisitorClient
let stranger: VisitorClient
let own: Awaited<ReturnType<typeof everything>>
/** A connection of the stranger's own. */
let strangersConnection: string

interface Input {
  id?: string
  body?: unknown
}
type Own = typeof own

/** Real things of one visitor, of every kind and in every stage that a route can name. */
async function everything(visitor: VisitorClient) {
  const definition = await readyDefinition(visitor)
  const connection = await connect(visitor, wallet)
  const issued = await issue(visitor, connection, definition)
  const { presentation_exchange_id: shown } = await visitor.call('requestProof', {
    body: { connection_id: connection, proof_request: staffCheck(definition) },
  })
  await proofOutcome(visitor, shown)
  wallet.policies.offers = 'silent'
  wallet.policies.proofRequests = 'silent'
  const offered = await visitor.call('offerCredential', { body: offerOf(connection, definition) })
  const asked = await visitor.call('requestProof', {
    body: { connection_id: connection, proof_request: staffCheck(definition) },
  })
  const outOfBand = await visitor.call('requestProofOutOfBand', { body: { proof_request: staffCheck(definition) } })
  const invitation = await visitor.call('createInvite', { body: { my_label: 'Office' } })
  return {
    definition,
    connections: [connection, invitation.connection_id],
    invitation: invitation.invi_msg_id,
    issued,
    credentials: [issued.credential_exchange_id, offered.credential_exchange_id],
    proofs: [shown, asked.presentation_exchange_id, outOfBand.proof.presentation_exchange_id],
  }
}

const inputs = (ids: string[]): Input[] => ids.map((id) => ({ id }))
const revocation = ({ issued }: Own, connectionId: string): ApiBody<'revoke'> => ({
  connection_id: connectionId,
  rev_reg_id: issued.revoc_reg_id ?? '',
  cred_rev_id: issued.revocation_id ?? '',
  thread_id: issued.thread_id,
})
const offers = ({ connections, definition }: Own): Input[] =>
  connections.map((connectionId) => ({ body: offerOf(connectionId, definition) }))
const requests = ({ connections, definition }: Own): Input[] =>
  connections.map((connection_id) => ({ body: { connection_id, proof_request: staffCheck(definition) } }))

/** For every route, a stranger's calls for another visitor's entries; `unowned` routes name no entry. */
const matrix: Record<ApiRouteName, 'unowned' | ((own: Own) => Input[])> = {
  createInvite: 'unowned',
  getConnectionByInvitation: ({ invitation }) => inputs([invitation]),
  getConnectionMessages: ({ connections }) => inputs(connections),
  getOrCreateCredDef: 'unowned',
  offerCredential: offers,
  offerCredentialByDeepLink: offers,
  getCredential: ({ credentials }) => inputs(credentials),
  getCredentialMessages: ({ credentials }) => inputs(credentials),
  getAnonymitySet: ({ credentials }) => inputs(credentials),
  deleteCredential: ({ credentials }) => inputs(credentials),
  revoke: (own) => [
    ...own.connections.map((id) => ({ body: revocation(own, id) })),
    { body: revocation(own, strangersConnection) },
  ],
  getLastReset: 'unowned',
  requestProof: requests,
  requestProofByDeepLink: requests,
  requestProofOutOfBand: 'unowned',
  requestProofByDistantVerifier: ({ proofs, definition }) =>
    proofs.map((earlier) => ({
      body: { proof_request: staffCheck(definition), distance: { registry: 'down', oldest_list: 60, earlier } },
    })),
  getProof: ({ proofs }) => inputs(proofs),
  getProofMessages: ({ proofs }) => inputs(proofs),
  deleteProof: ({ proofs }) => inputs(proofs),
  sendEmail: 'unowned',
  trackAnalytics: 'unowned',
  getCharacters: 'unowned',
  getCharacter: 'unowned',
  getWallets: 'unowned',
}

const kindsOn = async (who: VisitorClient, name: 'getConnectionMessages' | 'getProofMessages', id = '') =>
  (await who.call(name, { id })).messages.map(({ type }) => protocolMessageKind(type))

/** Messages are listed a moment before they are stored, and `seen` counts rows. */
const allStored = () =>
  vi.waitFor(async () => {
    const lists = await Promise.all([
      ...own.connections.map((id) => kindsOn(owner, 'getConnectionMessages', id)),
      kindsOn(stranger, 'getConnectionMessages', strangersConnection),
      kindsOn(owner, 'getProofMessages', own.proofs[2]),
    ])
    expect((await server.rowCounts()).protocolMessages).toBe(lists.flat().length)
  })

beforeAll(async () => {
  ;[server, wallet] = await Promise.all([TestServer.start(), openWillingWallet()])
  owner = server.visitor()
  stranger = server.visitor()
  own = await everything(owner)
  strangersConnection = (await stranger.call('createInvite', { body: { my_label: 'Office' } })).connection_id
  // Messages are recorded beside the exchanges: these are the last of each.
  const { connections, proofs } = own
  const recorded = (kinds: () => ReturnType<typeof kindsOn>, expected: string[]) =>
    vi.waitFor(async () => expect((await kinds()).sort()).toEqual(expected), { timeout: 20_000 })
  await recorded(
    () => kindsOn(owner, 'getConnectionMessages', connections[0]),
    [
      'didexchange/complete',
      'didexchange/request',
      'didexchange/response',
      'issue-credential/ack',
      'issue-credential/issue-credential',
      'issue-credential/offer-credential',
      'issue-credential/offer-credential',
      'issue-credential/request-credential',
      'out-of-band/invitation',
      'present-proof/ack',
      'present-proof/presentation',
      'present-proof/request-presentation',
      'present-proof/request-presentation',
    ],
  )
  const invited = ['out-of-band/invitation']
  await recorded(() => kindsOn(owner, 'getConnectionMessages', connections[1]), invited)
  await recorded(() => kindsOn(stranger, 'getConnectionMessages', strangersConnection), invited)
  await recorded(() => kindsOn(owner, 'getProofMessages', proofs[2]), invited)
  await allStored()
})
afterAll(async () => {
  owner?.disconnect()
  stranger?.disconnect()
  await wallet?.close()
  await server?.stop()
})

/** All that the owner can see of its things. */
const seen = async () => [
  await Promise.all(own.credentials.map((id) => owner.call('getCredential', { id }))),
  await Promise.all(own.proofs.map((id) => owner.call('getProof', { id }))),
  await Promise.all(own.connections.map((id) => owner.call('getConnectionMessages', { id }))),
  await owner.call('getConnectionByInvitation', { id: own.invitation }),
  await server.rowCounts(),
]

const send = (who: VisitorClient, name: ApiRouteName, { id, body }: Input) =>
  who.send(name, { id, body: body as ApiBody<typeof name> })

/** The same call about something that does not exist. */
const absent = ({ id, body }: Input): Input =>
  id ? { id: 'absent' } : { body: { ...(body as object), connection_id: 'absent' } }

it('every route has its row', () => {
  expect(Object.keys(matrix).sort()).toEqual(Object.keys(apiRoutes).sort())
  for (const [name, { path }] of Object.entries(apiRoutes)) {
    if (path.includes(':id') && name !== 'getCharacter') expect(matrix[name as ApiRouteName], name).not.toBe('unowned')
  }
})

describe.each(['another visitor', 'an unknown visitor'])('%s', (who) => {
  const caller = () => (who === 'another visitor' ? stranger : server.visitor())

  it.each(Object.keys(apiRoutes) as ApiRouteName[])(
    'gets nothing of the owner’s by %s, and changes nothing',
    async (name) => {
      const calls = matrix[name]
      if (calls === 'unowned') return
      const before = await seen()
      const all = calls(own)
      expect(all.length).toBeGreaterThan(0)
      for (const input of all) {
        const foreign = await send(caller(), name, input)
        expect(foreign.status, JSON.stringify(input)).toBe(404)
        // Word for word as for what never was: not even that it exists is revealed.
        expect(foreign.body).toEqual((await send(caller(), name, absent(input))).body)
      }
      expect(await seen()).toEqual(before)
    },
  )

  it('hears nothing of the owner’s over a socket', async () => {
    const listener = caller()
    const rooms: Subscription[] = [
      ...[...own.connections, ...own.credentials].map((connectionId) => ({ connectionId })),
      ...own.proofs.map((proofId) => ({ proofId })),
    ]
    for (const room of rooms) {
      const answer = await listener.subscribe(room)
      expect(answer).toMatchObject({ ok: false })
      expect(answer).toEqual(
        await listener.subscribe('proofId' in room ? { proofId: 'absent' } : { connectionId: 'absent' }),
      )
    }
    const { presentation_exchange_id: id } = await owner.call('requestProof', {
      body: { connection_id: own.connections[0] ?? '', proof_request: staffCheck(own.definition, { name: who }) },
    })
    await owner.message((message) => 'presentation_exchange_id' in message && message.presentation_exchange_id === id)
    await owner.send('deleteProof', { id })
    // Recorded a moment later, where the next test would take it for a change.
    await vi.waitFor(async () => {
      const kinds = await kindsOn(owner, 'getConnectionMessages', own.connections[0])
      expect(kinds.at(-1)).toBe('present-proof/problem-report')
    })
    await allStored()
    expect(listener.messages).toEqual([])
    expect(listener.protocolMessages).toEqual([])
    listener.disconnect()
  })
})

it('the owner gets all of it by the same calls', async () => {
  for (const [name, calls] of Object.entries(matrix) as [ApiRouteName, (typeof matrix)[ApiRouteName]][]) {
    if (calls === 'unowned' || apiRoutes[name].method !== 'GET') continue
    for (const input of calls(own)) expect((await send(owner, name, input)).status, name).toBe(200)
  }
  expect((await send(owner, 'revoke', { body: revocation(own, own.connections[0] ?? '') })).status).toBe(200)
  for (const id of own.credentials) expect((await owner.send('deleteCredential', { id })).status).toBe(204)
  for (const id of own.proofs) expect((await owner.send('deleteProof', { id })).status).toBe(204)
})
