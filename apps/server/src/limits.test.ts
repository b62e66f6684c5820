import { request } from 'node:http'
import type { Socket } from 'node:net'
import { apiRoutes, proofRequest, socketPath } from '@lastmile/contracts'
import { openWillingWallet } from '@lastmile/e2e/willing-wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../test/running-server.ts'
import { offerOf, readyDefinition, staffCheck } from '../test/showcase.ts'
import { onPostgres } from '../test/test-database.ts'

let server: TestServer

/** A server that has little room: a tenth of all rates, 3 open invitations, 2 open offers and proofs. */
beforeAll(async () => {
  server = await TestServer.start({
    RATE_LIMIT_FACTOR: '0.1',
    MAX_OPEN_INVITATIONS: '3',
    MAX_OPEN_OFFERS: '2',
    MAX_OPEN_PROOFS: '2',
    CHARACTER_UPLOAD: 'off',
    TRUST_PROXY: '1',
  })
})
afterAll(() => server.stop())

let networks = 0
/** A call of a new visitor, in a network of their own unless one is given. */
const from = (
  name: 'createInvite' | 'requestProofOutOfBand' | 'sendEmail',
  body: object,
  network = `198.51.100.${++networks}`,
) => server.visitor().request('POST', apiRoutes[name].path, JSON.stringify(body), { 'x-forwarded-for': network })
const invite = (network?: string) => from('createInvite', { my_label: 'Office' }, network)

it('asks to wait when too many invitations or proofs are open, and one network sooner', async () => {
  expect((await invite()).status).toBe(200)
  const hall = '203.0.113.9'
  expect((await invite(hall)).status).toBe(200)
  const refusedHall = await invite(hall)
  expect(refusedHall).toMatchObject({ status: 429, body: { error: { code: 'too-many-calls' } } })
  expect(refusedHall.body.error.message).toMatch(/Please wait a minute\.$/)
  expect((await invite()).status).toBe(200)
  const refused = await invite()
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(refused.body.error.code).toBe('connections-busy')

  // Not by asking again and again, which is limited here too.
  await server.context.definitions.prepareShipped()
  const definitionId = await readyDefinition(server.visitor())
  const ask = () => from('requestProofOutOfBand', { proof_request: staffCheck(definitionId) })
  for (let each = 0; each < 2; each++) expect((await ask()).status).toBe(200)
  expect(await ask()).toMatchObject({ status: 503, body: { error: { code: 'proofs-busy' } } })
})

it('holds offers and proofs on a connection to the same', async () => {
  const wallet = await openWillingWallet()
  wallet.policies = { offers: 'silent', proofRequests: 'silent' }
  const { credentials, proofs, ledger } = server.context
  const definitionId = await readyDefinition(server.visitor())
  const offered = offerOf('', definitionId).credential_proposal
  await sweptClean()
  const callers = await Promise.all(
    [1, 2, 3].map(async (each) => {
      const invitation = await server.context.connections.createInvite(
        { visitor: `visitor ${each}`, address: `192.0.2.${each}`, gone: new AbortController().signal },
        'didcomm',
        { label: 'Office', imageUrl: undefined, purpose: 'issue', flowType: undefined },
      )
      await wallet.receive(invitation.invitationUrl)
      const caller = { visitor: `visitor ${each}`, address: `192.0.2.${each}`, gone: new AbortController().signal }
      await server.context.connections.requireConnected(caller, invitation.entry, 10_000)
      return { caller, connectionId: invitation.entry.id }
    }),
  )
  const offer = ({ caller, connectionId }: (typeof callers)[number]) =>
    credentials.offer(caller, { connectionId, definitionId, attributes: offered.attributes }, 0)
  const ask = ({ caller, connectionId }: (typeof callers)[number]) =>
    proofs.request(caller, connectionId, { proof_request: proofRequest.parse(staffCheck(definitionId)) }, 0)
  const [first, second, third] = callers as [(typeof callers)[0], (typeof callers)[0], (typeof callers)[0]]
  for (const [begin, code] of [
    [offer, 'offers-busy'],
    [ask, 'proofs-busy'],
  ] as const) {
    const open = await begin(first)
    expect(await begin(first)).toMatchObject({ id: open.id })
    const neighbour = { ...second, caller: { ...second.caller, address: first.caller.address } }
    await expect(begin(neighbour)).rejects.toMatchObject({ status: 429, code: 'too-many-calls' })
    await begin(second)
    await expect(begin(third)).rejects.toMatchObject({ status: 503, code })
    // Ended entries count no more.
    await (begin === offer ? credentials.entries : proofs.entries).delete(first.caller.visitor, open.id)
    await begin(third)
  }
  const ever = new Date(0)
  const counted = { visitor: 'nobody', network: 'none', today: ever, lately: ever }
  expect(await ledger.countOpen('credential', counted)).toEqual({ visitor: 0, network: 0, all: 2 })
  await wallet.close()
})

/** Ends what the tests before left open. */
async function sweptClean() {
  const { connections, proofs } = server.context
  const tomorrow = new Date(Date.now() + 25 * 60 * 60_000)
  for (const each of [connections, proofs]) await each.entries.sweep(tomorrow)
}

it('counts what one network begins only while it is open, however many cookies it has', async () => {
  await sweptClean()
  const definitionId = await readyDefinition(server.visitor())
  const hall = '203.0.113.61'
  for (let each = 0; each < 65; each++) {
    const pupil = server.visitor()
    const body = { proof_request: staffCheck(definitionId) }
    const network = { 'x-forwarded-for': hall }
    const begun = await pupil.request('POST', apiRoutes.requestProofOutOfBand.path, JSON.stringify(body), network)
    expect(begun.status).toBe(200)
    if (each === 0) expect((await from('requestProofOutOfBand', body, hall)).status).toBe(429)
    const { proof } = begun.body as unknown as { proof: { presentation_exchange_id: string } }
    await pupil.call('deleteProof', { id: proof.presentation_exchange_id })
  }
})

if (onPostgres)
  it('has servers on one database count together, and so with those before them', async () => {
    const message = { name: 'A', email: 'a@example.org', subject: 'general', message: 'A message of some length.' }
    const write = () => from('sendEmail', message, '203.0.113.62')
    for (let each = 0; each < 3; each++) expect((await write()).status).not.toBe(429)
    await server.pause()
    await server.resume()
    expect((await write()).status).toBe(429)
  })

it('holds only so many sockets open for one network', async () => {
  const open = () =>
    new Promise<{ status?: number; socket?: Socket }>((resolve) => {
      const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
      const handshake = request(`${server.url}/didcomm`, {
        headers: { ...headers, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' },
      })
      handshake.on('upgrade', ({ statusCode: status }, socket) => resolve({ status, socket }))
      handshake.on('response', ({ statusCode: status }) => resolve({ status }))
      handshake.end()
    })
  const sockets = await Promise.all(Array.from({ length: 100 }, open))
  expect(new Set(sockets.map(({ status }) => status))).toEqual(new Set([101]))
  expect((await open()).status).toBe(429)
  const page = () => server.visitor().request('GET', `${socketPath}?EIO=4&transport=polling`)
  expect((await page()).status).toBe(403)
  for (const { socket } of sockets) socket?.destroy()
  await expect.poll(async () => (await page()).status).toBe(200)
})

it('registers only what the content has while uploads are switched off', async () => {
  const credential = { name: 'My Own', attributes: [{ name: 'x', value: '1' }] }
  const answer = await server.visitor().send('getOrCreateCredDef', { body: { credential } })
  expect(answer.status).toBe(403)
  expect(answer.body.error.code).toBe('upload-off')
})

it('slows down a visitor who calls too often, and says for how long', async () => {
  const visitor = server.visitor()
  await visitor.call('getWallets')
  const statuses = []
  let last = await visitor.send('deleteProof', { id: 'none' })
  for (let each = 0; each < 14; each++) {
    last = await visitor.send('deleteProof', { id: 'none' })
    statuses.push(last.status)
  }
  expect(statuses).toContain(404)
  expect(last.status).toBe(429)
  expect(last.body.error).toEqual({
    code: 'too-many-calls',
    message: 'Too many calls in a short time. Please wait a minute.',
  })
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await server.visitor().send('deleteProof', { id: 'none' })).status).toBe(404)
})
