import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { apiRoutes, socketPath } from '@lastmile/contracts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../test/running-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' })
})
afterAll(() => server.stop())

/** Each test is a stranger in another network. */
let networks = 0
afterEach(() => void networks++)
const network = () => `203.0.113.${networks}`
const pages = `${socketPath}?EIO=4&transport=websocket`
const entryPoints = [
  ['wallets', '/didcomm'],
  ['pages', pages],
] as const

/** A web socket whose frames are written by hand. */
async function rawSocket(path: string, headers: Record<string, string> = {}): Promise<Socket> {
  const upgrade = request(`${server.url}${path}`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'x-forwarded-for': network(),
      ...headers,
    },
  }).end()
  return upgraded(upgrade)
}

const upgraded = (upgrade: ClientRequest) =>
  new Promise<Socket>((resolve, reject) => {
    upgrade.on('upgrade', (_answer, socket) => resolve(socket.on('error', () => undefined) as Socket))
    upgrade.on('response', ({ statusCode }) => reject(new Error(`Answered ${statusCode}`)))
  })

const untilClosed = (socket: Socket) => expect.poll(() => socket.resume().destroyed, { timeout: 10_000 }).toBe(true)

/** A masked text frame of up to 125 bytes, or another of that length. */
const frame = (content: string, first = 0x81) =>
  Buffer.concat([Buffer.from([first, 0x80 | content.length, 0, 0, 0, 0]), Buffer.from(content)])
const unfinished = (length: number) => {
  const header = Buffer.from([0x01, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  header.writeUInt32BE(length, 6)
  return Buffer.concat([header, Buffer.alloc(length)])
}

it.each(entryPoints)('ends a socket of %s that sends empty pings without end', async (_, path) => {
  const socket = await rawSocket(path)
  socket.write(Buffer.concat(Array(500).fill(frame('', 0x89))))
  await untilClosed(socket)
})

it.each([
  ['subscriptions that are refused', '420["subscribe",{}]'],
  ['unknown events', '42["x"]'],
  ['unknown packets', '7'],
])('ends a page’s socket that sends %s without end', async (_, packet) => {
  const socket = await rawSocket(pages)
  socket.write(frame('40'))
  socket.write(Buffer.concat(Array(500).fill(frame(packet))))
  await untilClosed(socket)
})

/** A page that polls. @returns what sends packets and answers the status */
async function pollingPage(more: Record<string, string> = {}): Promise<(packets: string) => Promise<number>> {
  const path = `${socketPath}?EIO=4&transport=polling`
  const headers = { 'x-forwarded-for': network(), ...more }
  const opened = await (await fetch(`${server.url}${path}`, { headers })).text()
  const { sid } = JSON.parse(opened.slice(1))
  const post = async (body: string) =>
    (await fetch(`${server.url}${path}&sid=${sid}`, { method: 'POST', body, headers })).status
  expect(await post('40')).toBe(200)
  return post
}

it('ends a page that does the same by polling', async () => {
  const post = await pollingPage()
  await post(Array(500).fill('42["x"]').join('\u001e'))
  expect(await post('42["x"]')).toBe(400)
})

it('ends pages that send binary data, which would be held until all of it has come', async () => {
  const socket = await rawSocket(pages)
  const begun = '459-["x",{"_placeholder":true,"num":0}]'
  let heard = ''
  socket.on('data', (bytes) => {
    heard += bytes.toString('hex')
  })
  socket.write(Buffer.concat([frame('40'), frame(begun), frame('x', 0x82)]))
  // A close frame.
  await expect.poll(() => heard, { timeout: 10_000 }).toMatch(/8800$/)
  socket.destroy()
  const post = await pollingPage()
  await post(`${begun}\u001ebAAAA`)
  expect(await post('3')).toBe(400)
})

it('lets one connection have so many pages as a person opens, because each hears everything of it', async () => {
  const visitor = server.visitor()
  const { connection_id: connectionId } = await visitor.call('createInvite', { body: { my_label: 'x' } })
  const tabs = Array.from({ length: 21 }, () => Object.assign(server.visitor(), { cookie: visitor.cookie }))
  const answers = await Promise.all(tabs.map((tab) => tab.subscribe({ connectionId })))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(20)
  for (const tab of tabs) tab.disconnect()
})

it('ends a page that reads nothing of what it asked for', async () => {
  const visitor = server.visitor()
  const { connection_id: connectionId } = await visitor.call('createInvite', { body: { my_label: 'x' } })
  const post = await pollingPage({ cookie: visitor.cookie ?? '' })
  await post(`420["subscribe",{"connectionId":"${connectionId}"}]`)
  await pause(500)
  const place = { kind: 'credential', id: connectionId, connectionId, place: 1, seconds: 1 } as const
  for (let each = 0; each < 1_000; each++) server.context.events.publish({ type: 'queue-position', position: place })
  expect(await post('3')).toBe(400)
})

it('lets a caller open no sockets for a while after many of theirs were ended, and others all the time', async () => {
  const flood = Buffer.concat(Array(200).fill(frame('', 0x89)))
  let ended = 0
  const attempt = async () => {
    const socket = await rawSocket(pages)
    socket.write(flood)
    await untilClosed(socket)
    ended++
  }
  await expect(
    (async () => {
      for (let each = 0; each < 150; each++) await attempt()
    })(),
  ).rejects.toThrow('Answered 400')
  expect(ended).toBeGreaterThan(100)
  await expect(rawSocket('/didcomm')).rejects.toThrow('Answered 429')
  networks++
  for (const [, path] of entryPoints) (await rawSocket(path)).destroy()
})

it.each([
  ['another network', {}, 1],
  ['its own network, when they are a foreign page’s', { origin: 'https://advertisement.example' }, 0],
])(
  'ends sockets whose unfinished messages are more than a caller may hold, and none of %s',
  async (_, headers, move) => {
    const stranger = await Promise.all(Array.from({ length: 40 }, () => rawSocket('/didcomm', headers)))
    for (const socket of stranger) socket.write(unfinished(1_000_000))
    const closed = () => stranger.filter((socket) => socket.resume().destroyed).length
    await expect.poll(closed, { timeout: 10_000 }).toBeGreaterThan(5)
    networks += move
    const honest = await Promise.all([rawSocket('/didcomm'), rawSocket('/didcomm')])
    for (const socket of honest) socket.write(unfinished(1_000_000))
    await pause(1_000)
    expect(honest.map(({ destroyed }) => destroyed)).toEqual([false, false])
    for (const socket of [...stranger, ...honest]) socket.destroy()
  },
)

it('refuses bodies that are more than one network may hold, whether they say how long they are or not', async () => {
  const statuses: number[] = []
  const post = (headers: Record<string, string | number>) => {
    const posted = request(`${server.url}/didcomm`, {
      method: 'POST',
      headers: { 'content-type': 'application/didcomm-envelope-enc', 'x-forwarded-for': network(), ...headers },
    })
    posted.on('error', () => undefined).on('response', ({ statusCode = 0 }) => void statuses.push(statusCode))
    posted.write(Buffer.alloc(1_000_000))
    return posted
  }
  const bodies = Array.from({ length: 40 }, (_, each) =>
    post(each % 2 ? { 'content-length': 1_000_100 } : { 'transfer-encoding': 'chunked' }),
  )
  await expect.poll(() => statuses.length, { timeout: 10_000 }).toBeGreaterThan(5)
  expect(new Set(statuses)).toEqual(new Set([503]))
  const api = await server.visitor().request('POST', apiRoutes.createInvite.path, '{"my_label":"x"}', {
    'x-forwarded-for': '198.51.100.1',
  })
  expect(api.status).toBe(200)
  for (const body of bodies) body.destroy()
})

it('ends what pages send by polling when it is more than one network may hold', async () => {
  const path = `${socketPath}?EIO=4&transport=polling`
  const headers = { 'x-forwarded-for': network() }
  const posts = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const opened = await (await fetch(`${server.url}${path}`, { headers })).text()
      const { sid } = JSON.parse(opened.slice(1))
      const posted = request(`${server.url}${path}&sid=${sid}`, { method: 'POST', headers })
      // Each piece of it counts as an object in memory.
      posted.on('error', () => undefined).once('socket', () => posted.flushHeaders())
      for (let piece = 0; piece < 9_000; piece++) posted.write('x')
      return posted
    }),
  )
  await expect.poll(() => posts.filter((posted) => posted.destroyed).length, { timeout: 10_000 }).toBe(2)
  for (const posted of posts) posted.destroy()
})

it('gives a body as long as a message to arrive', async () => {
  const posted = request(`${server.url}${apiRoutes.createInvite.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 1_000, 'x-forwarded-for': network() },
  }).on('error', () => undefined)
  posted.write('{')
  const began = Date.now()
  const [answer] = await once(posted, 'response')
  expect(answer.statusCode).toBe(408)
  expect(Date.now() - began).toBeLessThan(20_000)
})

/** A call of a proxy with eight kept connections. The body leaves after its headers. */
async function proxied(agent: Agent, method: string, path: string, headers: Record<string, string | number> = {}) {
  const call = request(`${server.url}${path}`, { method, agent, headers: { 'x-forwarded-for': network(), ...headers } })
  const answered = once(call, 'response')
  const length = Number(headers['content-length'] ?? 0)
  call.flushHeaders()
  if (length) await pause(1)
  call.end(Buffer.alloc(length, 'x'))
  const [answer] = (await answered) as [IncomingMessage]
  await once(answer.resume(), 'end')
  return answer
}

const json = { 'content-type': 'application/json', 'content-length': 35 }
const createInvite = apiRoutes.createInvite.path
it.each<[string, number, string, string, Record<string, string | number>]>([
  ['of a foreign page', 403, 'POST', createInvite, { ...json, origin: 'null' }],
  ['of a foreign page, with a body in chunks', 403, 'DELETE', '/demo/proofs/x', { ...json, origin: 'null' }],
  ['that are too large', 413, 'POST', createInvite, { ...json, 'content-length': 300_000 }],
  ['of another type', 415, 'POST', createInvite, { ...json, 'content-type': 'image/png' }],
  ['to nowhere', 405, 'POST', '/demo/nowhere', { ...json, 'content-type': 'image/png' }],
  ['to an address that can’t be read', 400, 'POST', '/demo/proofs/%E0', json],
  ['of a wallet, of another type', 415, 'POST', '/didcomm', { ...json, 'content-length': 3_000_000 }],
  ['of a foreign page’s socket', 400, 'POST', `${socketPath}?EIO=4&transport=polling`, { ...json, origin: 'null' }],
  ['of a page’s socket that is not open', 400, 'POST', `${socketPath}?EIO=4&transport=polling&sid=x`, json],
  ['that read and have a body all the same', 200, 'GET', '/demo/wallets', json],
  ['that ask for headers and have a body', 404, 'HEAD', '/nowhere', json],
])('fails no other call on the connections of calls %s', async (_, status, method, path, headers) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const calls = Array.from({ length: 100 }, async () => {
    const [refused, honest] = await Promise.all([
      proxied(agent, method, path, headers),
      proxied(agent, 'GET', '/demo/wallets'),
    ])
    return `${refused.statusCode} ${honest.statusCode}`
  })
  expect(new Set(await Promise.all(calls))).toEqual(new Set([`${status} 200`]))
  agent.destroy()
})

it('refuses a foreign page’s wallet messages for that page alone', async () => {
  const closeCode = async (origin?: string) => {
    const socket = await rawSocket('/didcomm', origin ? { origin } : {})
    socket.write(frame('x'))
    const [closing] = await once(socket, 'data')
    socket.destroy()
    return closing.readUInt16BE(2)
  }
  for (let each = 0; each < 120; each++) await closeCode('https://advertisement.example')
  await expect(closeCode('https://advertisement.example')).rejects.toThrow('Answered 429')
  expect(await closeCode('https://wallet.example')).toBe(1008)
  expect(await closeCode()).toBe(1008)
})

it('counts what a subscription has replayed, which one packet may ask for again and again', async () => {
  const visitor = server.visitor()
  const { connection_id: connectionId } = await visitor.call('createInvite', { body: { my_label: 'x' } })
  await server.beside(async (database) => {
    const connection = await database
      .selectFrom('ledger')
      .selectAll()
      .where('id', '=', connectionId)
      .executeTakeFirstOrThrow()
    const entry = { ...connection, kind: 'credential', state: 'done', openKey: null, invitationId: null } as const
    const entries = Array.from({ length: 900 }, (_, each) => ({ ...entry, id: `${connectionId} ${each}` }))
    for (const each of entries) await database.insertInto('ledger').values(each).execute()
  })
  let replayed = 0
  await expect(
    (async () => {
      // Twice what a minute allows, and some: the minute may end in the middle.
      for (; replayed < 250; replayed++) await visitor.subscribe({ connectionId })
    })(),
  ).rejects.toThrow('disconnected')
  expect(replayed).toBeGreaterThan(50)
  visitor.disconnect()
})
