import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DidCommStorage } from '@lastmile/agent/didcomm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/test-database.ts'
import type { Database } from '../database/database.ts'
import { alone } from '../process/sharing.ts'
import { createAgentStorage } from './agent-storage.ts'

let folder: string
let database: Database
let storage: DidCommStorage

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'))
  database = await openTestDatabase(folder)
  storage = createAgentStorage(database, alone())
})
afterAll(async () => {
  await database.destroy()
  await rm(folder, { recursive: true })
})

it('keeps the DID, resources and definitions as they were written last', async () => {
  expect(await storage.readDid()).toBeUndefined()
  await storage.writeDid('did:one', 'log 1')
  await storage.writeDid('did:two', 'log 2')
  expect(await storage.readDid()).toEqual({ did: 'did:two', log: 'log 2' })

  expect(await storage.readResource('z1')).toBeUndefined()
  await storage.writeResource('z1', '{}')
  await storage.writeResource('z1', '{"links":[]}')
  expect(await storage.readResource('z1')).toBe('{"links":[]}')

  const definition = { key: 'k', schemaId: 's', credentialDefinitionId: 'c', revocable: true }
  await storage.writeDefinition(definition)
  expect(await storage.readDefinition('k')).toEqual(definition)
})

describe('revocation indexes', () => {
  it('are given out once each, from the oldest registry with room, by any number of callers at once', async () => {
    expect(await storage.takeRevocationIndex('card')).toBeUndefined()
    await storage.addRegistry({ registryId: 'first', definitionKey: 'card', size: 20, tailsHash: 'first' })
    await storage.addRegistry({ registryId: 'second', definitionKey: 'card', size: 20, tailsHash: 'second' })
    await storage.addRegistry({ registryId: 'foreign', definitionKey: 'pass', size: 20, tailsHash: 'foreign' })
    expect(await storage.remainingIndexes('card')).toBe(38)

    const taken = await Promise.all(Array.from({ length: 30 }, () => storage.takeRevocationIndex('card')))
    const places = taken.map((each) => `${each?.registryId} ${each?.index}`)
    expect(new Set(places).size).toBe(30)
    const ofFirst = taken.flatMap((each) => (each?.registryId === 'first' ? each.index : []))
    expect(ofFirst.sort((one, other) => one - other)).toEqual(Array.from({ length: 19 }, (_, number) => number + 1))
    expect(Math.min(...taken.map((each) => each?.remaining ?? 0))).toBe(8)
    expect(await storage.remainingIndexes('card')).toBe(8)
  })

  it('are given out again when they were returned, once, and not when they were revoked', async () => {
    await storage.addRegistry({ registryId: 'third', definitionKey: 'badge', size: 3, tailsHash: 'third' })
    expect(await storage.takeRevocationIndex('badge')).toMatchObject({ index: 1, remaining: 1 })
    expect(await storage.takeRevocationIndex('badge')).toMatchObject({ index: 2, remaining: 0 })
    expect(await storage.takeRevocationIndex('badge')).toBeUndefined()
    for (const index of [1, 1, 2]) await storage.returnRevocationIndex('third', index)
    expect(await storage.remainingIndexes('badge')).toBe(2)
    const taken = await Promise.all([1, 2, 3].map(() => storage.takeRevocationIndex('badge')))
    expect(taken.flatMap((each) => each?.index ?? []).sort()).toEqual([1, 2])
    await storage.addRevocation('third', 1)
    await storage.returnRevocationIndex('third', 1)
    expect(await storage.takeRevocationIndex('badge')).toBeUndefined()
  })

  it('are recorded as revoked once, and pending until published', async () => {
    for (const index of [3, 3, 5]) await storage.addRevocation('first', index)
    await storage.addRevocation('second', 3)
    expect(await storage.pendingRevocations('first')).toEqual([3, 5])
    await storage.markRevocationsPublished('first', [3])
    await storage.addRevocation('first', 3)
    expect(await storage.pendingRevocations('first')).toEqual([5])
    await storage.markRevocationsPublished('first', [])
    expect(await storage.pendingRevocations('second')).toEqual([3])
  })
})

it('deletes a definition with all that belongs to it, and nothing of others', async () => {
  for (const key of ['gone', 'kept']) {
    await storage.writeDefinition({ key: `did ${key}`, schemaId: 's', credentialDefinitionId: key, revocable: true })
    await storage.writeResource(key, '{}', key)
    await storage.writeResource(`schema-${key}`, '{}')
    await storage.addRegistry({ registryId: `of ${key}`, definitionKey: `did ${key}`, size: 9, tailsHash: `t ${key}` })
    await storage.addRevocation(`of ${key}`, 1)
    await storage.returnRevocationIndex(`of ${key}`, 2)
    await storage.records.insert({
      type: 'Definition',
      id: key,
      encrypted: Buffer.from(key),
      tokens: [Buffer.from(key)],
    })
  }
  await storage.deleteDefinition({
    key: 'gone',
    credentialDefinitionIds: ['gone'],
    registryIds: ['of gone'],
    schemaIds: ['did:webvh:x/resources/schema-gone'],
    records: [
      { type: 'Definition', id: 'gone' },
      { type: 'Definition', id: 'unknown' },
    ],
  })
  const left = async (key: string) => [
    await storage.readDefinition(`did ${key}`),
    (await storage.readResourcesOf(key))[0],
    await storage.readResource(`schema-${key}`),
    (await storage.pendingRevocations(`of ${key}`))[0],
    (await storage.readTailsHashes()).find((hash) => hash === `t ${key}`),
    await storage.records.read('Definition', key),
    (await storage.records.find('Definition', { token: Buffer.from(key) }))[0],
  ]
  expect(await left('gone')).toEqual(Array(7).fill(undefined))
  expect(await left('kept')).not.toContain(undefined)
  // Late comers leave no trace.
  await storage.addRevocation('of gone', 1)
  await storage.returnRevocationIndex('of gone', 2)
  const rows = await Promise.all(
    (['revocations', 'returnedIndexes'] as const).map((table) =>
      database.selectFrom(table).selectAll().where('registryId', '=', 'of gone').execute(),
    ),
  )
  expect(rows).toEqual([[], []])
})

it('lets one at a time under a lock, also after a failure', async () => {
  let inside = 0
  const order: number[] = []
  const work = (number: number) =>
    storage.withLock('name', async () => {
      expect(++inside).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 5))
      order.push(number)
      inside--
      if (number === 1) throw new Error('It failed')
      return number
    })
  const results = await Promise.allSettled([work(0), work(1), work(2)])
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(order).toEqual([0, 1, 2])
})
