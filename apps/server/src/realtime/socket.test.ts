import { createWallet, type Wallet } from '@lastmile/e2e/wallet'
import { io } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../test/running-server.ts'
import { connect, offerOf, readyDefinition, staffCheck } from '../../test/showcase.ts'
import type { VisitorClient } from '../../test/visitor-client.ts'

let server: TestServer
let wallet: Wallet
let visitor: VisitorClient
let stranger: VisitorClient
let connectionId: string
let definitionId: string

beforeAll(async () => {
  ;[server, wallet] = await Promise.all([
    TestServer.start(),
    createWallet({ offers: 'silent', proofRequests: 'silent' }),
  ])
  visitor = server.visitor()
  stranger = server.visitor()
  await stranger.call('getWallets')
  definitionId = await readyDefinition(visitor)
  connectionId = await connect(visitor, wallet)
})
afterEach(() => {
  stranger.disconnect()
})
afterAll(async () => {
  visitor.disconnect()
  await wallet.close()
  await server.stop()
})

const missing = (what: string) => ({ ok: false, error: { code: `${what}-not-found`, message: expect.any(String) } })

describe('rooms', () => {
  it('are closed to other visitors and to sockets without a cookie', async () => {
    expect(await stranger.subscribe({ connectionId })).toEqual(missing('connection'))
    expect(await server.visitor().subscribe({ connectionId })).toEqual(missing('connection'))
    const { proof } = await visitor.call('requestProofOutOfBand', { body: { proof_request: staffCheck(definitionId) } })
    expect(await stranger.subscribe({ proofId: proof.presentation_exchange_id })).toEqual(missing('proof'))

    const { credential_exchange_id: id } = await visitor.call('offerCredential', {
      body: offerOf(connectionId, definitionId),
    })
    await visitor.message((message) => 'credential_exchange_id' in message && message.credential_exchange_id === id)
    await visitor.send('deleteCredential', { id })
    expect(stranger.messages).toEqual([])
  })

  it.each([
    [undefined],
    [null],
    [42],
    ['text'],
    [[]],
    [{}],
    [{ connectionId: 5 }],
    [{ connectionId: 'x'.repeat(400) }],
    [{ connectionId: '\u0000' }],
    [{ __proto__: { connectionId: 'x' } }],
  ])('answer %j with a sentence', async (request) => {
    expect(await visitor.emit('subscribe', request)).toEqual({
      ok: false,
      error: { code: 'subscription-not-valid', message: expect.stringContaining('connectionId') },
    })
  })

  it('refuse pages of other sites', async () => {
    const foreign = io(server.url, {
      path: '/demo/socket/',
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders: { origin: 'https://elsewhere.example', cookie: visitor.cookie ?? '' },
    })
    await new Promise((resolve) => foreign.once('connect_error', resolve))
    foreign.close()
  })
})

it('sends a credential by its own id, connected or not', async () => {
  const { ledger } = server.context
  const { credential_exchange_id: offered } = await visitor.call('offerCredential', {
    body: offerOf(connectionId, definitionId),
  })
  const onConnection = await ledger.find('credential', offered)
  if (!onConnection) throw new Error('The offer is stored')
  const { version, forgotten, dueAt, deletedAt, createdAt, updatedAt, ...entry } = onConnection
  const invited = { ...entry, id: 'invited', state: 'credential_issued' as const, connectionId: null, openKey: null }
  await ledger.add<'credential'>(invited)
  for (const credentialId of [offered, invited.id]) {
    expect(await stranger.subscribe({ credentialId })).toEqual(missing('credential'))
    const page = server.visitor()
    page.cookie = visitor.cookie
    expect(await page.subscribe({ credentialId })).toEqual({ ok: true })
    await (credentialId === offered
      ? visitor.send('deleteCredential', { id: offered })
      : ledger.advance('credential', credentialId, { state: 'credential_revoked' }))
    await expect.poll(() => page.messages).toHaveLength(2)
    expect(page.messages).toMatchObject([
      { state: credentialId === offered ? 'offer_sent' : 'credential_issued', credential_exchange_id: credentialId },
      { state: credentialId === offered ? 'abandoned' : 'credential_revoked', credential_exchange_id: credentialId },
    ])
    page.disconnect()
  }
  expect(stranger.messages).toEqual([])
})

it('works over polling where web sockets are blocked', async () => {
  const polling = io(server.url, {
    path: '/demo/socket/',
    transports: ['polling'],
    forceNew: true,
    extraHeaders: { cookie: visitor.cookie ?? '' },
  })
  expect(await polling.timeout(5_000).emitWithAck('subscribe', { connectionId })).toEqual({ ok: true })
  polling.close()
})

it('replays where everything stands to a page that comes back', async () => {
  const { credential_exchange_id: credentialId } = await visitor.call('offerCredential', {
    body: offerOf(connectionId, definitionId),
  })
  const { presentation_exchange_id: proofId } = await visitor.call('requestProof', {
    body: { connection_id: connectionId, proof_request: staffCheck(definitionId) },
  })
  visitor.disconnect()
  visitor.messages.length = 0
  expect(await visitor.subscribe({ connectionId })).toEqual({ ok: true })
  await visitor.message((message) => message.endpoint === 'present_proof')
  expect(visitor.messages).toMatchObject([
    { endpoint: 'connections', state: 'active', connection_id: connectionId },
    { endpoint: 'issue_credential', state: 'offer_sent', credential_exchange_id: credentialId },
    { endpoint: 'present_proof', state: 'request_sent', presentation_exchange_id: proofId },
  ])
  await visitor.send('deleteProof', { id: proofId })
  await visitor.send('deleteCredential', { id: credentialId })
  await wallet.offers.next()
})

it('never sends an older state after a newer one', async () => {
  const { credential_exchange_id: id } = await visitor.call('offerCredential', {
    body: offerOf(connectionId, definitionId),
  })
  visitor.disconnect()
  visitor.messages.length = 0
  const { credentials, ledger, agents } = server.context
  const snapshot = await agents.didcomm.getCredential(id)
  if (!snapshot) throw new Error('The offer is open')
  const onConnection = ledger.onConnection.bind(ledger)
  // The wallet answers just when the present state has been read.
  ledger.onConnection = async (...owner) => {
    const entries = await onConnection(...owner)
    await credentials.apply({ ...snapshot, state: 'request_received' })
    return entries
  }
  await visitor.subscribe({ connectionId })
  ledger.onConnection = onConnection
  const sent = visitor.messages.filter((message) => 'credential_exchange_id' in message)
  expect(sent.map(({ state }) => state)).toEqual(['request_received'])
  await visitor.send('deleteCredential', { id })
})

it('sends no proof that never reached its wallet, and none that is forgotten', async () => {
  const ask = (name: string) =>
    visitor.send('requestProof', {
      body: { connection_id: connectionId, proof_request: staffCheck(definitionId, { name }) },
    })
  await wallet.goOffline('unreachable')
  expect((await ask('Never arrives')).status).toBe(503)
  await wallet.comeBack()
  expect((await ask('Forgotten')).status).toBe(200)
  await server.context.proofs.entries.sweep(new Date(Date.now() + 25 * 60 * 60_000))
  const open = (await ask('Open')).body as unknown as { presentation_exchange_id: string }
  visitor.disconnect()
  visitor.messages.length = 0
  await visitor.subscribe({ connectionId })
  const sent = visitor.messages.filter((message) => message.endpoint === 'present_proof')
  expect(sent).toMatchObject([{ presentation_exchange_id: open.presentation_exchange_id, state: 'request_sent' }])
  await visitor.send('deleteProof', { id: open.presentation_exchange_id })
})

it('sends later, once and in order, what could not be stored when it happened', async () => {
  const name = 'Bola Later'
  const { credential_exchange_id: id } = await visitor.call('offerCredential', {
    body: offerOf(connectionId, definitionId, name),
  })
  let offer = await wallet.offers.next()
  while (!offer.attributes.some(({ value }) => value === name)) offer = await wallet.offers.next()
  const { ledger } = server.context
  const advance = ledger.advance.bind(ledger)
  let failures = 0
  ledger.advance = (async (...change: Parameters<typeof advance>) => {
    if (++failures <= 2) throw new Error('The disk is away')
    return advance(...change)
  }) as typeof advance
  await offer.accept()
  await visitor.message((message) => 'credential_exchange_id' in message && message.state === 'credential_issued')
  ledger.advance = advance
  expect(failures).toBeGreaterThan(2)
  const sent = visitor.messages.filter((message) => 'credential_exchange_id' in message)
  const states = sent.filter((message) => 'credential_exchange_id' in message && message.credential_exchange_id === id)
  expect(states.map(({ state }) => state)).toEqual(['offer_sent', 'request_received', 'credential_issued'])
})

describe('after a restart', () => {
  it('goes on with an offer that was open, and finds again what was not stored', async () => {
    const name = 'Bola Restart'
    const { credential_exchange_id: credentialId } = await visitor.call('offerCredential', {
      body: offerOf(connectionId, definitionId, name),
    })
    // Offers of the tests before, which were withdrawn, may still be arriving.
    let offer = await wallet.offers.next()
    while (!offer.attributes.some(({ value }) => value === name)) offer = await wallet.offers.next()
    visitor.disconnect()
    await server.pause()
    // As if the process had died before it stored what the agent knew already.
    await server.beside(async (database) => {
      await database.updateTable('ledger').set({ state: 'invited' }).where('id', '=', connectionId).execute()
      await database.deleteFrom('ledger').where('id', '=', credentialId).execute()
    })
    await server.resume()

    visitor.messages.length = 0
    expect(await visitor.subscribe({ connectionId })).toEqual({ ok: true })
    expect(await visitor.message((message) => message.endpoint === 'connections')).toMatchObject({ state: 'active' })
    await offer.accept()
    await visitor.message(
      (message) =>
        message.endpoint === 'issue_credential' &&
        message.credential_exchange_id === credentialId &&
        message.state === 'credential_issued',
    )
    expect((await visitor.call('getCredential', { id: credentialId })).credential_definition_id).toBe(definitionId)
  })

  it('lets sockets in only when it is ready, so that every page that tries again is heard', async () => {
    visitor.disconnect()
    visitor.messages.length = 0
    await server.pause()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let resumed: Promise<void> | undefined
    await new Promise<void>((listening) => {
      resumed = server.resume(({ agents: { didcomm: agent } }) => {
        const start = agent.start.bind(agent)
        // Listening already, as the issuer itself needs it, and not ready.
        agent.start = async () => {
          listening()
          await released
          return start()
        }
      })
    })
    const refused = new Promise((resolve) => visitor.onRefusal(() => resolve(undefined)))
    const subscribed = visitor.subscribe({ connectionId })
    await refused
    expect((await visitor.request('GET', '/server/ready')).status).toBe(503)
    release()
    await resumed
    expect(await subscribed).toEqual({ ok: true })
    expect(await visitor.message(() => true)).toMatchObject({ connection_id: connectionId, state: 'active' })
  })

  it('keeps visitors, definitions and the time of the last reset', async () => {
    const { lastServerReset } = await visitor.call('getLastReset')
    await server.pause()
    await server.resume()
    expect((await visitor.call('getLastReset')).lastServerReset).toBe(lastServerReset)
    expect((await server.context.definitions.require(definitionId)).id).toBe(definitionId)
  })
})
