import { expect, it, vi } from 'vitest'
import { memoryStorage } from '../../../test/memory-storage.ts'
import { OwnResources, type ResourceType } from './own-resources.ts'

const resource = (key: string, resourceType: ResourceType, content: Record<string, unknown> = {}) => ({
  id: `did:web:example/${key}`,
  content,
  metadata: { resourceType },
})

function published() {
  const storage = memoryStorage()
  return { own: new OwnResources(storage), reading: vi.spyOn(storage, 'readResource') }
}

it('reads once what never changes, and a registry each time', async () => {
  const { own, reading } = published()
  await own.write(resource('schema', 'anonCredsSchema'))
  await own.write(resource('definition', 'anonCredsCredDef', { tag: 'a' }))
  await own.write(resource('registry', 'anonCredsRevocRegDef', { credDefId: 'did:web:example/definition' }))
  reading.mockClear()
  for (const key of ['schema', 'registry', 'schema', 'registry'])
    expect(JSON.parse((await own.json(key)) ?? '')).toMatchObject({ id: `did:web:example/${key}` })
  expect(reading.mock.calls).toEqual([['schema'], ['registry'], ['registry']])
})

it('serves what was not there before, what was written anew, and nothing that was removed', async () => {
  const { own } = published()
  expect(await own.json('schema')).toBeUndefined()
  await own.write(resource('schema', 'anonCredsSchema', { name: 'one' }))
  expect(await own.json('schema')).toContain('one')
  await own.write(resource('schema', 'anonCredsSchema', { name: 'two' }))
  expect(await own.json('schema')).toContain('two')
  expect(await own.find('did:web:example/schema', 'anonCredsSchema')).toBeDefined()
  expect(await own.find('did:web:other/schema', 'anonCredsSchema')).toBeUndefined()
})
