import { request } from 'node:http'
import type { Socket } from 'node:net'
import { apiRoutes, socketPath } from '@lastmile/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../test/running-server.ts'
import { readyDefinition, staffCheck } from '../test/showcase.ts'

let server: TestServer

/** A server that has little room: a tenth of all rates, 3 open invitations, 2 open proofs. */
beforeAll(async () => {
  server = await TestServer.start({
    RATE_LIMIT_FACTOR: '0.1',
    MAX_OPEN_INVITATIONS: '3',
    MAX_OPEN_PROOFS: '2',
    CHARACTER_UPLOAD: 'off',
  })
})
afterAll(() => server.stop())

it('asks to wait when too many invitations or proofs are open', async () => {
  const invite = () => server.visitor().send('createInvite', { body: { my_label: 'Office' } })
  for (let each = 0; each < 3; each++) expect((await invite()).status).toBe(200)
  const refused = await invite()
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(refused.body.error.code).toBe('connections-busy')

  // Not by asking again and again, which is limited here too.
  await server.context.definitions.prepareShipped()
  const definitionId = await readyDefinition(server.visitor())
  const ask = () =>
    server.visitor().send('requestProofOutOfBand', { body: { proof_request: staffCheck(definitionId) } })
  for (let each = 0; each < 2; each++) expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(503)
})

it('lets one network begin only so much, however many cookies it has', async () => {
  const statuses = new Set<number>()
  for (let each = 0; each < 61; each++) {
    // Bad calls count like good ones, and change nothing.
    statuses.add((await server.visitor().request('POST', apiRoutes.createInvite.path, '{}')).status)
  }
  expect([...statuses]).toEqual([400, 429])
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
  expect(last.body.error.code).toBe('too-many-calls')
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await server.visitor().send('deleteProof', { id: 'none' })).status).toBe(404)
})
