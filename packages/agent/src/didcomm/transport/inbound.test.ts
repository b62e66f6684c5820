import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AgentContext } from '@credo-ts/core'
import { DidCommMessageReceiver, DidCommTransportService, type DidCommTransportSession } from '@credo-ts/didcomm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { FailedReads } from '../store/failed-reads.ts'
import { MountedInbound } from './inbound.ts'
import { Refusals } from './refusals.ts'

const sessions = new Map<string, DidCommTransportSession>()
/** Functions that end the handling of each message, in order of arrival. */
let ends: (() => void)[]
let inbound: MountedInbound
let server: Server

/** As Credo keeps them: a new one takes the place of the one before. */
const transports = {
  saveSession(session: DidCommTransportSession) {
    for (const [id, each] of sessions) if (each.connectionId === session.connectionId) sessions.delete(id)
    sessions.set(session.id, session)
  },
  findSessionById: (id: string) => sessions.get(id),
  removeSession: ({ id }: DidCommTransportSession) => void sessions.delete(id),
}
const receiver = {
  receiveMessage(_: unknown, { session }: { session: DidCommTransportSession }) {
    session.connectionId = 'one'
    transports.saveSession(session)
    return new Promise<void>((end) => ends.push(end))
  },
}

beforeEach(async () => {
  sessions.clear()
  ends = []
  inbound = new MountedInbound({
    limiter: { begin: (_envelope, _sender, _bytes, work) => work(), leave: () => undefined, drained: async () => {} },
    refusals: new Refusals(10),
    logger: console,
    isAway: () => false,
    failedReads: new FailedReads(),
  })
  const resolve = (token: unknown) =>
    token === DidCommTransportService ? transports : token === DidCommMessageReceiver && receiver
  await inbound.start({ dependencyManager: { resolve } } as unknown as AgentContext)
  server = createServer().on('upgrade', (request, socket, head) => inbound.receiveUpgrade(request, socket, head, 'me'))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})

afterEach(async () => {
  await inbound.stop()
  server.close()
})

const base64Url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const envelope = JSON.stringify({
  protected: base64Url({ enc: 'xchacha20poly1305_ietf', typ: 'JWM/1.0', alg: 'Authcrypt', recipients: [] }),
  iv: 'aXY',
  ciphertext: 'dGV4dA',
  tag: 'dGFn',
})

it('keeps the session of the message that came last, whichever is handled first, and none of a closed socket', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await new Promise((open) => socket.once('open', open))
  for (let message = 1; message <= 3; message++) {
    socket.send(envelope)
    await expect.poll(() => ends.length).toBe(message)
  }
  const last = [...sessions.keys()]
  expect(last).toHaveLength(1)
  for (const message of [1, 2, 0]) {
    ends[message]?.()
    await new Promise((done) => setTimeout(done, 20))
    expect([...sessions.keys()]).toEqual(last)
  }
  socket.close()
  await expect.poll(() => sessions.size).toBe(0)
})
