import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../test/running-server.ts'
import { readyDefinition, staffCheck } from '../test/showcase.ts'

let server: TestServer

/** A server that has little room: at most 12 writes a minute per visitor, 3 open invitations, 2 open proofs. */
beforeAll(async () => {
  server = await TestServer.start(5227, {
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
  expect(refused.body.error.code).toBe('busy')

  // Not by asking again and again, which is limited here too.
  await server.context.definitions.prepareShipped()
  const definitionId = await readyDefinition(server.visitor())
  const ask = () =>
    server.visitor().send('requestProofOutOfBand', { body: { proof_request: staffCheck(definitionId) } })
  for (let each = 0; each < 2; each++) expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(503)
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
  expect(last.body.error.code).toBe('too-many')
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await server.visitor().send('deleteProof', { id: 'none' })).status).toBe(404)
})
