import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@lastmile/e2e/free-port'
import { handshakes, invitationIn, RawSender, RawWallet, type Received, type Send } from '@lastmile/e2e/raw-messages'
import { afterEach, expect, test, vi } from 'vitest'
import { memoryStorage } from './memory-storage.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

let running: RunningAgent
afterEach(() => running?.stop())

const post: Send = (envelope) => running.agent.inbound.receiveHttp(envelope, 'application/didcomm-envelope-enc', 'here')

test('a handshake that was interrupted after its DID was made is answered all the same', async () => {
  const storage = memoryStorage()
  running = await runAgent({ storage })
  const { connectionId, invitationUrl } = await running.agent.createInvitation({
    label: 'x',
    purpose: 'issue',
  })
  const { update } = storage.records
  storage.records.update = async (row, options) => {
    if (options?.event?.state === 'response') throw new Error('The process ends here')
    return update(row, options)
  }
  const connecting = RawWallet.connect(invitationUrl, (envelope) =>
    running.agent.inbound.receiveHttp(envelope, 'application/didcomm-envelope-enc', 'here'),
  )
  await expect(connecting).rejects.toThrow('without a message')
  const state = async () => (await running.agent.getConnection(connectionId))?.state
  expect(await state()).toBe('request')
  storage.records.update = update
  await expect.poll(state, { timeout: 20_000 }).toBe('response')
})

test('a handshake of which only the wallet’s DID was stored is taken when it comes again', async () => {
  const storage = memoryStorage()
  running = await runAgent({ storage })
  const { connectionId, invitationUrl } = await running.agent.createInvitation({ label: 'x', purpose: 'issue' })
  const { insert } = storage.records
  storage.records.insert = async (row, event) => {
    if (row.type === 'ConnectionRecord') throw new Error('The disk is full')
    return insert(row, event)
  }
  const statuses: number[] = []
  const send = async (envelope: string) => {
    const answer = await running.agent.inbound.receiveHttp(envelope, 'application/didcomm-envelope-enc', 'here')
    statuses.push(answer.status)
    return answer
  }
  const wallet = await RawWallet.connect(invitationUrl, async (envelope) => {
    if (statuses.length > 0) return send(envelope)
    await send(envelope)
    await send(envelope)
    storage.records.insert = insert
    return send(envelope)
  })
  expect(statuses.slice(0, 3)).toEqual([400, 400, 200])
  expect((await running.agent.getConnection(connectionId))?.state).toBe('active')
  expect(await wallet.fetchWaiting()).toEqual([])
})

test.each([
  { after: 'its connection was stored', type: 'OutOfBandRecord' },
  { after: 'its invitation was used', type: 'ConnectionRecord' },
])('a handshake that was interrupted after $after is answered when it comes again', async ({ type }) => {
  const storage = memoryStorage()
  running = await runAgent({ storage })
  const { connectionId, invitationUrl } = await running.agent.createInvitation({ label: 'x', purpose: 'issue' })
  const { update } = storage.records
  const statuses: number[] = []
  const wallet = await RawWallet.connect(invitationUrl, async (envelope) => {
    if (statuses.length > 0) return post(envelope)
    storage.records.update = async (row, options) => {
      if (row.type === type) throw new Error('The process ends here')
      return update(row, options)
    }
    statuses.push((await post(envelope)).status)
    storage.records.update = update
    return post(envelope)
  })
  expect(statuses).toEqual([400])
  expect((await running.agent.getConnection(connectionId))?.state).toBe('active')
  expect(await wallet.fetchWaiting()).toEqual([])
  const second = new RawSender()
  const request = handshakes['did-exchange 1.1'](invitationIn(invitationUrl)['@id'], second)
  const { body = '' } = await post(second.pack(invitationUrl, { '@id': 'of-the-second', ...request }))
  expect(second.unpack(body)['@type']).toContain('problem_report')
})

test.each(Object.entries(handshakes))(
  'a handshake of %s that ends while it is answered once more leaves a connection that works',
  async (_, handshake) => {
    const storage = memoryStorage()
    running = await runAgent({ storage })
    const { connectionId, invitationUrl } = await running.agent.createInvitation({ label: 'x', purpose: 'issue' })
    const state = async () => (await running.agent.getConnection(connectionId))?.state
    const wallet = await RawWallet.connect(invitationUrl, post, { handshake, lastWord: false })
    const ping = () => wallet.send({ '@type': 'https://didcomm.org/trust_ping/1.0/ping', response_requested: true })
    const { update } = storage.records
    const ended = new Promise((resolve, reject) => {
      storage.records.update = async (row, options) => {
        if (row.type !== 'ConnectionRecord') return update(row, options)
        storage.records.update = update
        const ending = ping()
        ending.then(resolve, reject)
        await Promise.race([ending, pause(500)])
        return update(row, options)
      }
    })
    await wallet.send({ '@type': 'https://didcomm.org/messagepickup/2.0/delivery-request', limit: 10 })
    await ended
    await expect.poll(state).toBe('active')
    expect((await ping()).answer?.['@type']).toContain('/ping_response')
  },
)

test.each(Object.entries(handshakes))(
  'a handshake of %s without a last message ends when the wallet answers our ping',
  async (_, handshake) => {
    running = await runAgent()
    const { connectionId, invitationUrl } = await running.agent.createInvitation({ label: 'x', purpose: 'issue' })
    const state = async () => (await running.agent.getConnection(connectionId))?.state
    const wallet = await RawWallet.connect(invitationUrl, post, { handshake, lastWord: false })
    expect(await state()).toBe('response')
    const messages: Received[] = []
    await vi.waitUntil(async () => messages.push(...(await wallet.fetchWaiting())) > 0, { timeout: 20_000 })
    const [ping, ...others] = messages
    expect(others).toEqual([])
    expect(ping).toMatchObject({ '@type': expect.stringContaining('trust_ping/1.0/ping'), response_requested: true })
    await wallet.send({
      '@type': 'https://didcomm.org/trust_ping/1.0/ping_response',
      '~thread': { thid: ping?.['@id'] },
    })
    expect(await state()).toBe('active')
  },
)

test('a handshake whose last message was lost with the process ends when the wallet answers the ping of the next', async () => {
  const storage = memoryStorage()
  const dataDir = await mkdtemp(join(tmpdir(), 'interrupted-handshake-'))
  const port = await freePort()
  const start = async () => {
    running = await runAgent({ storage, dataDir, port })
  }
  await start()
  const { connectionId, invitationUrl } = await running.agent.createInvitation({ label: 'x', purpose: 'issue' })
  const state = async () => (await running.agent.getConnection(connectionId))?.state
  let sent = 0
  const wallet = await RawWallet.connect(invitationUrl, async (envelope) =>
    // The second is the last of the handshake.
    ++sent === 2
      ? { status: 202 }
      : running.agent.inbound.receiveHttp(envelope, 'application/didcomm-envelope-enc', 'here'),
  )
  expect(await state()).toBe('response')
  await running.stop()
  await start()
  const messages: Received[] = []
  await vi.waitUntil(async () => messages.push(...(await wallet.fetchWaiting())) > 1, { timeout: 10_000 })
  const [response, ping] = messages
  expect(response?.['@type']).toContain('/response')
  expect(ping).toMatchObject({ '@type': expect.stringContaining('trust_ping/1.0/ping'), response_requested: true })
  expect(await state()).toBe('response')
  await wallet.send({
    '@type': 'https://didcomm.org/trust_ping/1.0/ping_response',
    '~thread': { thid: ping?.['@id'] },
  })
  expect(await state()).toBe('active')
  await rm(dataDir, { recursive: true })
})
