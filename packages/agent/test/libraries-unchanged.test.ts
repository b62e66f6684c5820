import * as anoncreds from '@credo-ts/anoncreds'
import * as core from '@credo-ts/core'
import * as didcomm from '@credo-ts/didcomm'
import * as webvh from '@credo-ts/webvh'
import { expect, test } from 'vitest'
import { memoryStorage } from './memory-storage.ts'

/** The members of each class of Credo and of its prototype. */
function members() {
  const libraries = { ...core, ...core.Kms, ...didcomm, ...anoncreds, ...webvh }
  return Object.entries(libraries).flatMap(([name, each]) => {
    if (typeof each !== 'function') return []
    const own = Object.getOwnPropertyDescriptors(each)
    const shared = Object.getOwnPropertyDescriptors(each.prototype ?? {})
    return [...Object.entries(own), ...Object.entries(shared)].map(([key, { value, get }]) => [name, key, value ?? get])
  })
}

test('neither loading nor making an agent changes a class of Credo for others in the process', async () => {
  const before = members()
  const { createDidCommAgent } = await import('../src/didcomm/index.ts')
  const { Events } = await import('../src/core/events.ts')
  const logger = { info: () => {}, warn: () => {}, error: () => {} }
  const storage = memoryStorage()
  const options = { publicUrl: 'http://localhost:1', dataDir: '', storeKey: new Uint8Array(32), logger }
  createDidCommAgent(options, storage, new Events(storage.events, logger))
  const after = members()
  expect(after.length).toBeGreaterThan(1_000)
  const changed = after.filter(([, , value], index) => value !== before[index]?.[2])
  expect(changed.map(([name, key]) => `${name}.${key}`)).toEqual([])
  expect(after.length).toBe(before.length)
})
