import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PublishedObjects } from '../src/formats/anoncreds/published-objects.ts'
import { attestedResources } from '../src/protocols/didcomm/dids/attested-resource.ts'
import { DidResolver } from '../src/protocols/didcomm/dids/did-resolver.ts'
import { Publisher } from './did-publisher.ts'

let publisher: Publisher
let objects: PublishedObjects
let asked: string[]
let kept: Map<string, Uint8Array>
let now: number
let isDown: boolean
const clock = { now: () => now, after: () => () => undefined }

beforeEach(async () => {
  publisher = await Publisher.create('issuer.example')
  asked = []
  kept = new Map()
  now = Date.now()
  isDown = false
  objects = opened()
})

afterEach(() => void vi.useRealTimers())

function opened(): PublishedObjects {
  const fetch: typeof globalThis.fetch = async (url, options) => {
    asked.push(String(url))
    if (isDown) throw new TypeError('fetch failed')
    return publisher.fetch(url, options)
  }
  const dids = new DidResolver({ fetch, clock })
  const cache = {
    get: async (id: string) => kept.get(id),
    put: async (id: string, content: Uint8Array) => void kept.set(id, content),
  }
  return new PublishedObjects({
    fetch,
    cache,
    clock,
    registry: attestedResources({ fetch, documentOf: (did) => dids.resolve(did) }),
  })
}

const schema = (issuerId = publisher.did) => ({ name: 'Card', version: '1.0', attrNames: ['name'], issuerId })
const untrusted = { code: 'untrusted' }

test('an object is read, checked and kept, and not asked for again', async () => {
  const id = publisher.publish(schema())
  expect(await objects.schema(id)).toEqual(schema())
  const before = asked.length
  expect(await objects.schema(id)).toEqual(schema())
  expect(await opened().schema(id)).toEqual(schema())
  expect(asked).toHaveLength(before)
})

test('several at once ask once', async () => {
  const id = publisher.publish(schema())
  await Promise.all([objects.schema(id), objects.schema(id), objects.schema(id)])
  expect(asked).toHaveLength(2)
})

test('an object that was changed, or signed by another key, does not count', async () => {
  const foreign = Uint8Array.from(randomBytes(32))
  const { proof: _, ...unsigned } = publisher.signed({ id: publisher.idOf(schema()), content: schema() })
  const forgeries: ((resource: Record<string, unknown>) => Record<string, unknown>)[] = [
    (resource) => ({ ...resource, content: { ...schema(), name: 'Other' } }),
    () => publisher.signed({ ...unsigned, content: { ...schema(), name: 'Other' } }),
    (resource) => ({ ...resource, links: [] }),
    () => unsigned,
    () => publisher.signed(unsigned, { secret: foreign }),
    () => publisher.signed(unsigned, { method: `${publisher.did}#other` }),
    () => publisher.signed(unsigned, { method: `${publisher.did}#none` }),
    () => publisher.signed(unsigned, { method: 'did:webvh:QmOther:other.example#key' }),
    () => publisher.signed(unsigned, { purpose: 'authentication' }),
    () => publisher.signed({ ...unsigned, id: `${publisher.did}/resources/zQmOther` }),
  ]
  for (const forgery of forgeries) {
    const id = publisher.publish(schema(), {}, forgery)
    await expect(objects.schema(id), String(forgery)).rejects.toMatchObject(untrusted)
  }
  expect(kept.size).toBe(0)
  expect(await objects.schema(publisher.publish(schema()))).toEqual(schema())
})

test('an object is of its publisher, and of the kind that is asked for', async () => {
  await expect(objects.schema(publisher.publish(schema('did:webvh:QmOther:other.example')))).rejects.toMatchObject(
    untrusted,
  )
  await expect(objects.definition(publisher.publish(schema()))).rejects.toMatchObject(untrusted)
  await expect(objects.schema('did:web:issuer.example/resources/zQm1')).rejects.toMatchObject(untrusted)
  await expect(objects.schema(`${publisher.did}/resources/zQm1`)).rejects.toMatchObject(untrusted)
})

test('what is longer than it may be is not read to its end', async () => {
  const id = publisher.publish(schema())
  publisher.published.set(publisher.addressOf(id), 'x'.repeat(3 * 1024 * 1024))
  await expect(objects.schema(id)).rejects.toMatchObject({ code: 'too-large' })
})

test('out of reach is another failure than missing', async () => {
  const id = publisher.publish(schema())
  publisher.published.clear()
  await expect(objects.schema(id)).rejects.toMatchObject(untrusted)
  const fetch = () => Promise.reject(new TypeError('fetch failed'))
  const cache = { get: async () => undefined, put: async () => undefined }
  const dids = new DidResolver({ fetch, clock })
  const unreachable = new PublishedObjects({
    fetch,
    cache,
    clock,
    registry: attestedResources({ fetch, documentOf: (did) => dids.resolve(did) }),
  })
  await expect(unreachable.schema(id)).rejects.toMatchObject({ code: 'unreachable' })
})

test('an answer that begins and does not end is out of reach after 20 seconds, even where fetch hears of no signal', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const id = publisher.publish(schema())
  const unending = new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(3)) })
  vi.spyOn(publisher, 'fetch').mockResolvedValue(new Response(unending))
  const read = expect(objects.schema(id)).rejects.toMatchObject({ code: 'unreachable' })
  await vi.advanceTimersByTimeAsync(20_000)
  await read
})

test('while a registry is out of reach, its lists count as they were last read, as long as the moment asked for allows', async () => {
  const registry = { issuerId: publisher.did, credDefId: 'definition', tag: '0', value: {} }
  const registryId = publisher.idOf(registry)
  const content = { issuerId: publisher.did, revRegDefId: registryId, timestamp: 100, revocationList: [0, 0] }
  const links = [{ id: publisher.publish(content), type: 'anonCredsStatusList', timestamp: 100 }]
  publisher.publish(registry, { links })
  const seconds = Math.floor(now / 1000)
  isDown = true
  const unreachable = { code: 'unreachable' }
  await expect(objects.statusList(registryId, seconds, { earliest: 0 })).rejects.toMatchObject(unreachable)
  isDown = false
  await objects.statusList(registryId, seconds)
  isDown = true
  now += 60_000
  const kept = objects.statusList(registryId, seconds + 60, { isNow: true, earliest: seconds })
  expect((await kept).revocationList).toEqual([0, 0])
  await expect(objects.statusList(registryId, seconds + 60)).rejects.toMatchObject(unreachable)
  const tooLate = objects.statusList(registryId, seconds + 60, { isNow: true, earliest: seconds + 1 })
  await expect(tooLate).rejects.toMatchObject(unreachable)
})

test('the status list in force is the latest before the moment', async () => {
  const definitionId = `${publisher.did}/resources/zQmDefinition`
  const registry = {
    issuerId: publisher.did,
    credDefId: definitionId,
    tag: '0',
    value: { maxCredNum: 3, ...publisher.publishTails(Uint8Array.from([1, 2, 3])) },
  }
  const registryId = publisher.idOf(registry)
  const list = (timestamp: number, revocationList: number[], revRegDefId = registryId) => {
    const id = publisher.publish({ issuerId: publisher.did, revRegDefId, timestamp, revocationList })
    return { id, type: 'anonCredsStatusList', timestamp }
  }
  const links = [list(200, [0, 1, 0]), list(100, [0, 0, 0])]
  publisher.publish(registry, { links })
  expect((await objects.statusList(registryId, 150)).revocationList).toEqual([0, 0, 0])
  expect((await objects.statusList(registryId, 200)).revocationList).toEqual([0, 1, 0])
  await expect(objects.statusList(registryId, 99)).rejects.toMatchObject(untrusted)
  await expect(objects.statusList(registryId, 99, { isNow: true })).rejects.toMatchObject({ code: 'wrong-clock' })
  const later = list(300, [1, 1, 0])
  publisher.publish(registry, { links: [...links, later] })
  expect((await objects.statusList(registryId, 300)).revocationList).toEqual([1, 1, 0])
  for (const wrong of [{ ...later, timestamp: 250 }, list(300, [0, 0, 0], `${publisher.did}/resources/zQmOther`)]) {
    publisher.publish(registry, { links: [wrong] })
    await expect(objects.statusList(registryId, 300)).rejects.toMatchObject(untrusted)
  }

  expect(await objects.registry(registryId, definitionId)).toEqual(registry)
  await expect(objects.registry(registryId, `${publisher.did}/resources/zQmOther`)).rejects.toMatchObject(untrusted)
  expect(await objects.tails(registry)).toEqual(Uint8Array.from([1, 2, 3]))
  kept.delete(registry.value.tailsHash)
  publisher.published.set(registry.value.tailsLocation, Uint8Array.from([1, 2, 4]))
  await expect(objects.tails(registry)).rejects.toMatchObject(untrusted)
  const elsewhere = { ...registry, value: { ...registry.value, tailsLocation: 'http://10.0.0.1/tails' } }
  await expect(objects.tails(elsewhere)).rejects.toMatchObject(untrusted)
})

test('a DID is asked for again after a while, and one of another name does not count', async () => {
  const first = publisher.publish(schema())
  await objects.schema(first)
  now += 11 * 60_000
  await objects.schema(publisher.publish({ ...schema(), version: '2.0' }))
  expect(asked.filter((url) => url.endsWith('did.jsonl'))).toHaveLength(2)
  const other = await Publisher.create('issuer.example')
  const forged = other.publish({ ...schema(), issuerId: other.did })
  publisher.published.set(publisher.addressOf(forged), String(other.published.get(other.addressOf(forged))))
  await expect(objects.schema(forged)).rejects.toMatchObject(untrusted)
})
