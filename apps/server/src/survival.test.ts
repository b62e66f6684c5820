import { once } from 'node:events'
import { connect as openSocket, type Socket } from 'node:net'
import { freePort } from '@lastmile/e2e/free-port'
import { Gauge } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TestServer } from '../test/running-server.ts'
import { ownSchedule, startJobs } from './platform/process/jobs.ts'
import { createLogger } from './platform/process/logging.ts'

let server: TestServer
const metricsPort = await freePort()
/** Errors that would end a server's process. */
const escaped: unknown[] = []
const note = (error: unknown) => void escaped.push(error)

beforeAll(async () => {
  process.on('unhandledRejection', note).on('uncaughtException', note)
  // So that a network may have ten open sockets.
  server = await TestServer.start({ RATE_LIMIT_FACTOR: '0.01', METRICS_PORT: String(metricsPort) })
})
afterAll(async () => {
  await server?.stop()
  process.off('unhandledRejection', note).off('uncaughtException', note)
})

async function stillWell() {
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(escaped).toEqual([])
  const answer = await fetch(`${server.url}/server/ready`)
  expect(answer.status).toBe(200)
}

async function call(path: string): Promise<Socket> {
  const socket = openSocket(server.config.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const headers = ['Host: localhost', 'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13']
  socket.write([`GET ${path} HTTP/1.1`, ...headers, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', '', ''].join('\r\n'))
  return socket
}

/** As a phone whose network goes away: the connection is reset while the server reads the call, or answers it. */
async function callAndReset(path: string) {
  const socket = await call(path)
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 3))
  socket.resetAndDestroy()
}

describe('costs itself alone:', () => {
  it('a listener that fails when a change is emitted', async () => {
    const { events } = server.context
    const heard = vi.fn()
    const end = [
      events.subscribe(() => {
        throw new Error('A failing listener')
      }),
      events.subscribe(heard),
    ]
    const connection = { id: 'x', state: 'invited' } as never
    expect(() => events.publish({ type: 'entry', entry: connection })).not.toThrow()
    expect(heard).toHaveBeenCalledOnce()
    for (const each of end) each()
    await stillWell()
  })

  it('a job that fails, by a rejection or at once', async () => {
    const ran: string[] = []
    const stop = startJobs(
      [
        { name: 'rejects', everyMs: 5, run: () => Promise.reject(new Error('A failing job')) },
        {
          name: 'throws',
          everyMs: 5,
          run: () => {
            throw new Error('A job that fails at once')
          },
        },
        { name: 'works', everyMs: 5, run: async () => void ran.push('works') },
      ],
      ownSchedule,
      await createLogger('silent'),
    )
    await expect.poll(() => ran.length).toBeGreaterThan(2)
    await stop()
    await stillWell()
  })

  it('a call of a web socket that is gone before it is answered, wherever it goes', async () => {
    const held = await Promise.all(Array.from({ length: 10 }, () => call('/didcomm')))
    await Promise.all(held.map((socket) => once(socket, 'data')))
    for (const path of ['/didcomm', '/demo/socket/?EIO=4&transport=websocket', '/nowhere', '/%ff']) {
      for (let repeated = 0; repeated < 20; repeated++) await callAndReset(path)
    }
    for (const socket of held) socket.destroy()
    await stillWell()
  })
})

it('a metric that cannot be read costs that metric', async () => {
  const { metrics } = server.context
  new Gauge({
    name: 'failing_metric',
    help: 'Fails',
    registers: [metrics],
    collect: () => Promise.reject(new Error('The database is away')),
  })
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  expect(answer.status).toBe(200)
  const text = await answer.text()
  expect(text).toContain('process_cpu_seconds_total')
  expect(text).toContain('contact_messages')
  expect(text).not.toContain('failing_metric')
  expect(text.endsWith('\n')).toBe(true)
  await stillWell()
})
