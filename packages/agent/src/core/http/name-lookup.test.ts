import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, isIPv6 } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ForbiddenAddress } from './addresses.ts'
import { guardedLookup } from './name-lookup.ts'

/** The answers of the network's name server; it stays silent about all other names. */
let known: Record<string, string>
let server: Socket
let folder: string
let sources: { nameServers: string[]; hostsFile: string }

beforeAll(async () => {
  server = createSocket('udp4')
  server.on('message', (query, from) => {
    const answer = answerTo(query)
    if (answer) server.send(answer, from.port, from.address)
  })
  await new Promise<void>((bound) => server.bind(0, '127.0.0.1', bound))
  folder = await mkdtemp(join(tmpdir(), 'hosts-'))
  const hostsFile = join(folder, 'hosts')
  await writeFile(hostsFile, '# ours\n10.0.0.5\tMediator.internal mediator # near\n8.8.4.4 pinned.example\n')
  sources = { nameServers: [`127.0.0.1:${(server.address() as AddressInfo).port}`], hostsFile }
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  known = { 'wallet.example': '8.8.8.8', 'inside.example': '10.0.0.1' }
})

/** A DNS answer (RFC 1035) with one A record, or with none when AAAA is asked for. */
function answerTo(query: Buffer): Buffer | undefined {
  const labels: string[] = []
  let position = 12
  for (let length = query[position] ?? 0; length > 0; length = query[position] ?? 0) {
    labels.push(query.toString('latin1', position + 1, position + 1 + length))
    position += 1 + length
  }
  const question = query.subarray(12, position + 5)
  const address = known[labels.join('.').toLowerCase()]
  if (!address) return undefined
  const asksForA = query.readUInt16BE(position + 1) === 1
  const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, asksForA ? 1 : 0, 0, 0, 0, 0])
  const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]
  return Buffer.concat([header, question, Buffer.from(asksForA ? record : [])])
}

const find = (name: string, { allowPrivate = false, family = 0 } = {}) =>
  new Promise((resolve, reject) => {
    guardedLookup(allowPrivate, sources)(name, { all: true, family }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    )
  })

test("the network's name server is asked for names, and only public answers are taken", async () => {
  expect(await find('wallet.example')).toEqual([{ address: '8.8.8.8', family: 4 }])
  expect(await find('WALLET.example.')).toEqual([{ address: '8.8.8.8', family: 4 }])
  await expect(find('inside.example')).rejects.toBeInstanceOf(ForbiddenAddress)
  expect(await find('inside.example', { allowPrivate: true })).toEqual([{ address: '10.0.0.1', family: 4 }])
  await expect(find('wallet.example', { family: 6 })).rejects.toMatchObject({ code: 'ENOTFOUND' })
})

test('one address is answered when one is asked for', async () => {
  const answer = new Promise((resolve) =>
    guardedLookup(false, sources)('wallet.example', {}, (...given) => resolve(given)),
  )
  expect(await answer).toEqual([null, '8.8.8.8', 4])
})

test('names of this machine lead to it, where that is allowed', async () => {
  known = { localhost: '8.8.8.8', 'moved.localhost': '8.8.8.8' }
  for (const name of ['localhost', 'moved.localhost', '127.0.0.1', '::1']) {
    await expect(find(name)).rejects.toBeInstanceOf(ForbiddenAddress)
    expect(await find(name, { allowPrivate: true })).toContainEqual(
      isIPv6(name) ? { address: '::1', family: 6 } : { address: '127.0.0.1', family: 4 },
    )
  }
})

test('names in the hosts file come before the name server', async () => {
  known['pinned.example'] = '1.1.1.1'
  expect(await find('pinned.example')).toEqual([{ address: '8.8.4.4', family: 4 }])
  expect(await find('mediator.internal', { allowPrivate: true })).toEqual([{ address: '10.0.0.5', family: 4 }])
  await expect(find('mediator')).rejects.toBeInstanceOf(ForbiddenAddress)
})

test('name servers that do not answer hold up neither files nor other names, and are given up', async () => {
  const slow = Array.from({ length: 20 }, (_, number) => find(`slow-${number}.example`))
  const outcome = Promise.allSettled(slow)
  const begun = performance.now()
  // On the threads that the system's own resolution would have taken.
  await lookup('localhost')
  expect(await find('wallet.example')).toEqual([{ address: '8.8.8.8', family: 4 }])
  expect(performance.now() - begun).toBeLessThan(900)
  for (const { status } of await outcome) expect(status).toBe('rejected')
})
