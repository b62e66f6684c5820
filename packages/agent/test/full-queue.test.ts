import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AgentContext } from '@credo-ts/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { ByteQuota } from '../src/core/limits/byte-quota.ts'
import { MessageLimiter } from '../src/core/limits/message-limiter.ts'
import { WorkQueue } from '../src/core/limits/work-queue.ts'
import { FailedReads } from '../src/didcomm/store/failed-reads.ts'
import { MountedInbound } from '../src/didcomm/transport/inbound.ts'
import { Refusals } from '../src/didcomm/transport/refusals.ts'

const nothing = () => undefined
const header = Buffer.from(JSON.stringify({ recipients: [{ header: { kid: 'key' } }] })).toString('base64url')
const envelope = JSON.stringify({ protected: header, iv: 'a', ciphertext: 'b', tag: 'c' })

let limiter: MessageLimiter
let inbound: MountedInbound
let server: Server
/** Messages that were handled. */
let handled: number
/** Of handling one. */
let failure: Error | undefined

beforeEach(async () => {
  limiter = new MessageLimiter(1, new WorkQueue(1, nothing), new ByteQuota())
  handled = 0
  inbound = new MountedInbound({
    limiter,
    refusals: new Refusals(100),
    logger: { info: nothing, warn: nothing, error: nothing },
    isAway: (error) => (error as Error).message === 'away',
    failedReads: new FailedReads(),
  })
  failure = undefined
  const receiveMessage = async () => {
    if (failure) throw failure
    handled++
  }
  const credo = { removeSession: nothing, receiveMessage }
  await inbound.start({ dependencyManager: { resolve: () => credo } } as unknown as AgentContext)
  server = createServer().on('upgrade', (...upgrade) => inbound.receiveUpgrade(...upgrade, 'here'))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})
afterEach(async () => {
  await inbound.stop()
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})

test('while no more messages can be taken, a socket that brings one is asked to try again later', async () => {
  let free: () => void = nothing
  const held = new Promise<void>((release) => {
    free = release
  })
  const megabytes = 32 * 1024 * 1024
  const busy = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map((sender) =>
    limiter.begin({}, sender, megabytes, () => held),
  )

  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await once(socket, 'open')
  socket.send(envelope)
  const [code] = await once(socket, 'close')
  expect(code).toBe(1013)
  expect(handled).toBe(0)
  free()
  await Promise.all(busy)

  const again = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await once(again, 'open')
  again.send(envelope)
  await expect.poll(() => handled).toBe(1)
  expect(again.readyState).toBe(WebSocket.OPEN)
})

test('a message that comes while the storage is away is to come again, and one that is refused is not', async () => {
  const post = async () => (await inbound.receiveHttp(envelope, 'application/didcomm-envelope-enc', 'here')).status
  failure = new Error('Wrapped', { cause: new Error('away') })
  expect(await post()).toBe(503)
  failure = new Error('No such thread')
  expect(await post()).toBe(400)
})

test('when the storage is back, every socket is asked to try again', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await once(socket, 'open')
  inbound.askToComeBack()
  const [code] = await once(socket, 'close')
  expect(code).toBe(1013)
})
