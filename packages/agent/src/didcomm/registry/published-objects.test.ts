import { expect, it, vi } from 'vitest'
import { memoryStorage } from '../../../test/memory-storage.ts'
import { PublishedObjects, type ResourceType } from './published-objects.ts'

const resource = (key: string, resourceType: ResourceType, content: Record<string, unknown> = {}) => ({
  id: `did:web:example/${key}`,
  content,
  metadata: { resourceType },
})

function published() {
  const storage = memoryStorage()
  return { objects: new PublishedObjects(storage), reading: vi.spyOn(storage, 'readResource') }
}

it('reads once what never changes, and a registry each time', async () => {
  const { objects, reading } = published()
  await objects.write(resource('schema', 'anonCredsSchema'))
  await objects.write(resource('definition', 'anonCredsCredDef', { tag: 'a' }))
  await objects.write(resource('registry', 'anonCredsRevocRegDef', { credDefId: 'did:web:example/definition' }))
  reading.mockClear()
  for (const key of ['schema', 'registry', 'schema', 'registry'])
    expect(JSON.parse((await objects.json(key)) ?? '')).toMatchObject({ id: `did:web:example/${key}` })
  expect(reading.mock.calls).toEqual([['schema'], ['registry'], ['registry']])
})

it('serves what was not there before, what was written anew, and nothing that was removed', async () => {
  const { objects } = published()
  expect(await objects.json('schema')).toBeUndefined()
  await objects.write(resource('schema', 'anonCredsSchema', { name: 'one' }))
  expect(await objects.json('schema')).toContain('one')
  await objects.write(resource('schema', 'anonCredsSchema', { name: 'two' }))
  expect(await objects.json('schema')).toContain('two')
  expect(await objects.find('did:web:example/schema', 'anonCredsSchema')).toBeDefined()
  expect(await objects.find('did:web:other/schema', 'anonCredsSchema')).toBeUndefined()
})
