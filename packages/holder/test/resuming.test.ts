import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@lastmile/e2e/free-port'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { AgentEvent } from '../../agent/src/port/index.ts'
import { memoryStorage } from '../../agent/test/memory-storage.ts'
import { cardAttributes, cardQuestion, credentialIn, proofIn, registerCard } from '../../agent/test/people.ts'
import { type RunningAgent, runAgent } from '../../agent/test/running-agent.ts'
import { connect, holdsCard } from './exchanges.ts'
import { type Visitor, visit } from './visitor.ts'

/** A deployment that outlives the processes that use it. */
const port = await freePort()
const storage = memoryStorage()
let dataDir: string
let running: RunningAgent

const start = async () => {
  running = await runAgent({ storage, port, dataDir })
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holder-resuming-'))
  await start()
  await registerCard(running, false)
})
afterEach(async () => {
  // A test may have failed while it was stopped.
  await running.stop().catch(() => undefined)
  await start()
})
afterAll(async () => {
  await running?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const isActive = (connectionId: string) => (event: AgentEvent) =>
  event.type === 'connection' && event.connection.connectionId === connectionId && event.connection.state === 'active'

const offerCard = async (connectionId: string) =>
  (await running.agent.offer({ definitionKey: 'Card', attributes: cardAttributes }, { connectionId })).credentialId

const firstOffer = (visitor: Visitor) => visitor.sees(({ offers: [first] }) => first)
const firstRequest = (visitor: Visitor) => visitor.sees(({ requests: [first] }) => first)

test('what is accepted without a network completes when it is back', async () => {
  const visitor = await visit()
  const credentialId = await offerCard(await connect(running, visitor))
  const offer = await visitor.sees(({ offers: [first] }) => (first?.kind.name ? first : undefined))
  visitor.network.goDown()
  await visitor.sees(({ network }) => network !== 'online')
  await visitor.holder.accept(offer.id)
  expect(visitor.holder.snapshot()).toMatchObject({
    offers: [{ state: 'accepted' }],
    network: expect.not.stringMatching('online'),
  })
  await visitor.reopens()
  expect(visitor.holder.snapshot()).toMatchObject({
    offers: [{ state: 'accepted' }],
    network: expect.not.stringMatching('online'),
  })
  visitor.network.comeBack()
  visitor.holder.wake()
  await visitor.sees(({ credentials, waiting }) => credentials.length === 1 && waiting === 0)
  await credentialIn(running, credentialId, 'credential_issued')
})

test('an invitation taken without a network is answered when it is back', async () => {
  const visitor = await visit()
  visitor.network.goDown()
  const { connectionId, invitationUrl } = await running.agent.createInvitation({ label: 'College', purpose: 'issue' })
  await visitor.holder.receive(invitationUrl)
  expect(visitor.holder.snapshot().connections).toMatchObject([{ state: 'connecting' }])
  await visitor.reopens()
  visitor.network.comeBack()
  visitor.holder.wake()
  await visitor.sees(({ connections: [first] }) => first?.state === 'connected')
  await running.event(isActive(connectionId))
})

test('messages that came while the page was closed are there when it opens', async () => {
  const visitor = await visit()
  const { connectionId } = await holdsCard(running, visitor, false)
  await visitor.holder.close()
  await offerCard(connectionId)
  await running.agent.ask(cardQuestion('Card'), { connectionId })
  await visitor.reopens()
  await firstOffer(visitor)
  await firstRequest(visitor)
})

test('a socket that is cut in the middle of everything costs nothing', async () => {
  const visitor = await visit()
  const connectionId = await connect(running, visitor)
  for (let round = 0; round < 3; round++) {
    const credentialId = await offerCard(connectionId)
    const offer = await firstOffer(visitor)
    // The request goes out, and its answer finds no socket.
    visitor.network.onSend = (text) => {
      visitor.network.onSend = (each) => [each]
      setTimeout(() => visitor.network.cut(), round * 20)
      return [text]
    }
    await visitor.holder.accept(offer.id)
    await visitor.sees(({ credentials, offers }) => credentials.length === round + 1 && offers.length === 0)
    await credentialIn(running, credentialId, 'credential_issued')
  }
  const { proofId } = await running.agent.ask(cardQuestion('Card'), { connectionId })
  const request = await firstRequest(visitor)
  // The proof never arrives.
  visitor.network.onSend = () => {
    visitor.network.onSend = (each) => [each]
    visitor.network.cut()
    return []
  }
  await visitor.holder.answer(request.id)
  await proofIn(running, proofId, 'verified')
  await visitor.sees(({ history: [last] }) => last?.what === 'accepted')
})

test('a handshake that is cut goes on', async () => {
  for (const cut of ['before', 'after'] as const) {
    const visitor = await visit()
    let cuts = 0
    visitor.network.onSend = (text) => {
      if (cuts++ > 0) return [text]
      if (cut === 'before') visitor.network.cut()
      else setTimeout(() => visitor.network.cut(), 15)
      return cut === 'before' ? [] : [text]
    }
    await connect(running, visitor)
  }
})

test('an answer to a handshake that was lost is given once more', async () => {
  const visitor = await visit()
  visitor.network.onReceive = () => {
    visitor.network.onReceive = (text) => [text]
    visitor.network.cut()
    return []
  }
  await running.event(isActive(await connect(running, visitor)))
  expect(visitor.network.opened).toBe(2)
})

test('every message that comes twice, from either side, counts once', async () => {
  const visitor = await visit()
  visitor.network.onSend = (text) => [text, text]
  visitor.network.onReceive = (text) => [text, text]
  const { connectionId, issued } = await holdsCard(running, visitor, false)
  expect(issued.state).toBe('credential_issued')
  const { proofId } = await running.agent.ask(cardQuestion('Card'), { connectionId })
  const request = await firstRequest(visitor)
  await visitor.holder.answer(request.id)
  await proofIn(running, proofId, 'verified')
  await visitor.sees(({ history: [last] }) => last?.what === 'accepted')
  const { credentials, offers, requests, history } = visitor.holder.snapshot()
  expect([credentials.length, offers, requests]).toEqual([1, [], []])
  expect(history.map(({ what }) => what)).toEqual(['accepted', 'shared', 'received', 'connected'])
})

test('a server that starts again finds the wallet, and the wallet the server', async () => {
  const visitor = await visit()
  const connectionId = await connect(running, visitor)
  const credentialId = await offerCard(connectionId)
  const offer = await firstOffer(visitor)
  await running.stop()
  await visitor.sees(({ network, unreachable }) => network === 'connecting' && unreachable.length === 1)
  await start()
  await visitor.holder.accept(offer.id)
  await visitor.sees(({ credentials }) => credentials.length === 1)
  await credentialIn(running, credentialId, 'credential_issued')
  await running.agent.ask(cardQuestion('Card'), { connectionId })
  expect((await firstRequest(visitor)).possible).toBe(true)
})

test('all connections to one address share one socket', async () => {
  const visitor = await visit()
  const connections = [
    await connect(running, visitor),
    await connect(running, visitor),
    await connect(running, visitor),
  ]
  expect([visitor.network.opened, visitor.network.sockets]).toEqual([1, 1])
  for (const connectionId of connections) await offerCard(connectionId)
  const offers = await visitor.sees(({ offers }) => offers.length === 3 && offers)
  expect(new Set(offers.map(({ connectionId }) => connectionId)).size).toBe(3)
  visitor.network.cut()
  await visitor.sees(({ network }) => network !== 'online')
  await visitor.sees(({ network }) => network === 'online')
  for (const connectionId of connections) await offerCard(connectionId)
  await visitor.sees(({ offers: all }) => all.length === 6)
  expect([visitor.network.opened, visitor.network.sockets]).toEqual([2, 1])
})
