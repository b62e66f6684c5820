import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ByteQuota } from '@lastmile/agent/core'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerUnreadable, EarlyAnswer } from '../http/early-answers.ts'
import { ApiError, registerErrorHandler } from '../http/errors.ts'
import { weighBodies } from './bodies.ts'

const share = 32 * 1024 * 1024

let quota: ByteQuota
let app: FastifyInstance
let sockets: Socket[]

beforeEach(async () => {
  quota = new ByteQuota()
  sockets = []
  const http = { headersTimeout: 2_000, connectionsCheckingInterval: 100, ServerResponse: EarlyAnswer }
  app = Fastify({ bodyLimit: 100_000, requestTimeout: 2_000, http, clientErrorHandler: answerUnreadable })
  weighBodies(app, quota, 'http://localhost')
  registerErrorHandler(app)
  app.addHook('onRequest', async (request) => {
    if (request.url === '/late') await pause(100)
    if (request.url === '/refused') throw new ApiError(429, 'too-many-calls', 'Too many calls.')
  })
  for (const url of ['/', '/late']) app.post(url, async () => 'taken')
  app.get('/', async () => 'read')
  app.get('/never', () => new Promise(() => undefined))
  app.post('/fails', async () => Promise.reject(new Error('failed')))
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await app.close()
})

const head = (more: string, path = '/', type = 'application/json') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n${more}\r\n\r\n`
const json = JSON.stringify('x'.repeat(20_000))

/** A client that writes so, and what it was answered until now. */
function client(...writes: string[]) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
  sockets.push(socket)
  let answers = ''
  socket.on('data', (text) => {
    answers += text
  })
  for (const text of writes) socket.write(text)
  const found = (pattern: RegExp) => [...answers.matchAll(pattern)].map(([, each]) => each)
  return { socket, statuses: () => found(/HTTP\/1\.1 (\d+)/g), connections: () => found(/\nconnection: ([\w-]+)/gi) }
}
const isTaken = () => !quota.allows('127.0.0.1', share)

it.each<[string, string[], string[]]>([
  ['whole', [head(`Content-Length: ${json.length}`), json], ['200']],
  ['that fails', [head(`Content-Length: ${json.length}`, '/fails'), json], ['500']],
  ['that is no JSON', [head('Content-Length: 5000'), 'x'.repeat(5_000)], ['400']],
  ['in chunks with extensions', [head('Transfer-Encoding: chunked'), '2;a=b\r\n""\r\n0\r\n\r\n'], ['200']],
  ['in chunks that are none', [head('Transfer-Encoding: chunked'), '2\r\n""\r\nz\r\n'], ['400']],
  ['too large by its own word', [head('Content-Length: 200000'), 'x'.repeat(200_000)], ['413']],
  ['that grows too large', [head('Transfer-Encoding: chunked'), `30d40\r\n${'x'.repeat(200_000)}`], ['413']],
  ['of a kind not taken', [head('Content-Length: 50000', '/', 'image/png'), 'x'.repeat(50_000)], ['415']],
  ['to nowhere', [head('Content-Length: 50000', '/nowhere', 'image/png'), 'x'.repeat(50_000)], ['404']],
  ['that stops', [head('Content-Length: 50000'), 'x'.repeat(40_000)], ['408']],
  ['of more calls at once', Array(20).fill(head(`Content-Length: ${json.length}`) + json), Array(20).fill('200')],
])('gives back the bytes of a body %s', async (_, writes, answers) => {
  const { statuses, socket } = client(...writes)
  await vi.waitFor(() => expect(statuses()).toEqual(answers), 10_000)
  socket.destroy()
  await vi.waitFor(() => expect(isTaken()).toBe(false))
})

it.each([
  ['is sent', [head('Content-Length: 50000'), 'x'.repeat(40_000)]],
  ['is sent in chunks', [head('Transfer-Encoding: chunked'), '2\r\n""\r\n']],
  ['is thrown away after its answer', [head('Content-Length: 50000', '/', 'image/png'), 'x'.repeat(10_000)]],
  ['is not read yet', [head('Content-Length: 50000', '/late'), 'x'.repeat(10_000)]],
  ['waits behind another call', ['GET /never HTTP/1.1\r\nHost: x\r\n\r\n', head('Content-Length: 50000'), '"']],
])('gives back the bytes of a body whose caller leaves while it %s', async (_, writes) => {
  const { socket } = client(...writes)
  await pause(50)
  socket.write('x'.repeat(10_000))
  await pause(20)
  socket.destroy()
  await pause(200)
  expect(isTaken()).toBe(false)
})

it('counts a call whose body has not come, and each piece of it, for what they take as objects', async () => {
  const calls = 10
  for (let each = 0; each < calls; each++) client(head('Content-Length: 50000'))
  await vi.waitFor(() => expect(quota.allows('127.0.0.1', share - calls * 16 * 1024 + 1)).toBe(false))
  client(head('Transfer-Encoding: chunked'), '1\r\nx\r\n'.repeat(10_000))
  await vi.waitFor(() => expect(quota.allows('127.0.0.1', share - 10_000 * 2 * 1024)).toBe(false))
})

it.each([
  ['/refused', '429'],
  ['/nowhere', '404'],
])('closes the connection when a call to %s is answered before its body is here', async (path, status) => {
  const { socket, statuses, connections } = client(head('Transfer-Encoding: chunked', path, 'image/png'), '1\r\nx\r\n')
  await once(socket, 'close')
  expect([statuses(), connections()]).toEqual([[status], ['close']])
})

it.each([
  ['no HTTP', 'HELLO\r\n\r\n', '400'],
  ['headers that are too large', `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(40_000)}\r\n\r\n`, '431'],
  ['a body that stops', head('Content-Length: 50000'), '408'],
])('says that it closes after %s', async (_, text, status) => {
  const { socket, statuses, connections } = client(text)
  await once(socket, 'close')
  expect([statuses(), connections()]).toEqual([[status], ['close']])
})

it('reads no further call after an answer that closes, and the caller gets the whole answer', async () => {
  const read: unknown[] = []
  app.server.on('request', ({ url }) => read.push(url))
  const { socket, statuses } = client(head('Content-Length: 5', '/refused'))
  socket.allowHalfOpen = true
  await vi.waitFor(() => expect(statuses()).toEqual(['429']))
  socket.write('12345GET /next HTTP/1.1\r\nHost: x\r\n\r\n')
  socket.end('x'.repeat(1_000_000))
  await once(socket, 'close')
  expect([statuses(), read]).toEqual([['429'], ['/refused']])
})

it('refuses a body beyond the quota and closes, so that nothing of it is read as a call', async () => {
  quota.take('127.0.0.1', share - 20_000)
  const before = client(head('Content-Length: 90000'), `GET / HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(10))
  const amid = client(head('Transfer-Encoding: chunked'), '1\r\nx\r\n'.repeat(1_000))
  await Promise.all([before, amid].map(({ socket }) => once(socket, 'close')))
  expect([before.statuses(), amid.statuses()]).toEqual([['503'], ['503']])
  // A call without a body needs no quota.
  const { statuses } = client('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await vi.waitFor(() => expect(statuses()).toEqual(['200']))
  quota.give('127.0.0.1', share - 20_000)
  expect(isTaken()).toBe(false)
})
