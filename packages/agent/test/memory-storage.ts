import type { EncryptedKind } from '../src/core/encryption/encryption.ts'
import type { DefinitionRow, DidCommStorage } from '../src/didcomm/api/didcomm-storage.ts'
import type { NewEvent, RecordFilter, RecordRow, StoredEvent, Written } from '../src/port/storage.ts'

interface Registry {
  registryId: string
  definitionKey: string
  size: number
  tailsHash: string
  next: number
  returned: number[]
}

/** The agent's storage in memory; kept by a test, it outlives an agent as a database would. */
export interface MemoryStorage extends DidCommStorage {
  /** All rows that are stored encrypted. */
  encrypted(): { kind: EncryptedKind; type: string; id: string; encrypted: Uint8Array }[]
}

export function memoryStorage(): MemoryStorage {
  let published: { did: string; log: string } | undefined
  const resources = new Map<string, { json: string; definitionKey: string | undefined }>()
  const definitions = new Map<string, DefinitionRow>()
  let registries: Registry[] = []
  const isKnown = (id: string) => registries.some(({ registryId }) => registryId === id)
  const store = memoryStore()
  const revocations = new Map<string, Map<number, 'pending' | 'published'>>()
  const notified = new Set<string>()
  const locks = new Map<string, Promise<unknown>>()
  const free = (key: string) =>
    registries
      .filter(({ definitionKey }) => definitionKey === key)
      .reduce((sum, { size, next, returned }) => sum + size - next + returned.length, 0)

  let claimed: string | undefined

  return {
    claim: async (check) => {
      claimed ??= check
      return claimed
    },
    ...store,
    readDid: async () => published,
    writeDid: async (did, log) => {
      published = { did, log }
    },
    readResource: async (id) => resources.get(id)?.json,
    writeResource: async (id, json, definitionKey) => void resources.set(id, { json, definitionKey }),
    readResourcesOf: async (key) =>
      [...resources.values()].flatMap(({ json, definitionKey }) => (definitionKey === key ? json : [])),
    readDefinition: async (key) => definitions.get(key),
    writeDefinition: async (row) => void definitions.set(row.key, row),
    deleteDefinition: async ({ key, credentialDefinitionIds, registryIds, schemaIds, records }) => {
      for (const [id, { definitionKey }] of resources) if (definitionKey === key) resources.delete(id)
      for (const id of schemaIds) resources.delete(id.slice(id.lastIndexOf('/') + 1))
      for (const [name, { credentialDefinitionId }] of definitions)
        if (credentialDefinitionIds.includes(credentialDefinitionId)) definitions.delete(name)
      registries = registries.filter(({ registryId }) => !registryIds.includes(registryId))
      for (const id of registryIds) revocations.delete(id)
      for (const record of records) await store.records.delete(record)
    },
    readTailsHashes: async () => registries.map(({ tailsHash }) => tailsHash),
    addRegistry: async (row) => void registries.push({ ...row, next: 1, returned: [] }),
    takeRevocationIndex: async (key) => {
      const ofKey = registries.filter(({ definitionKey }) => definitionKey === key)
      const registry = ofKey.find(({ returned }) => returned.length > 0) ?? ofKey.find(({ size, next }) => next < size)
      if (!registry) return undefined
      const index = registry.returned.shift() ?? registry.next++
      return { registryId: registry.registryId, index, remaining: free(key) }
    },
    returnRevocationIndex: async (registryId, index) => {
      if (revocations.get(registryId)?.has(index)) return
      registries.find((registry) => registry.registryId === registryId)?.returned.push(index)
    },
    remainingIndexes: async (key) => free(key),
    addRevocation: async (registryId, index) => {
      if (!isKnown(registryId)) return
      const ofRegistry = revocations.get(registryId) ?? new Map()
      revocations.set(registryId, ofRegistry)
      if (!ofRegistry.has(index)) ofRegistry.set(index, 'pending')
    },
    pendingRevocations: async (registryId) =>
      [...(revocations.get(registryId) ?? [])].filter(([, state]) => state === 'pending').map(([index]) => index),
    isNoticeDue: async (registryId, index) =>
      revocations.get(registryId)?.has(index) === true && !notified.has(`${registryId} ${index}`),
    markNotified: async (registryId, index) => void notified.add(`${registryId} ${index}`),
    markRevocationsPublished: async (registryId, indexes) => {
      for (const index of indexes) revocations.get(registryId)?.set(index, 'published')
    },
    now: () => Date.now(),
    isAway: () => false,
    withLock: async (name, work) => {
      const previous = locks.get(name) ?? Promise.resolve()
      const current = previous.catch(() => undefined).then(work)
      locks.set(name, current)
      return current
    },
  }
}

type Kept = RecordRow & { version: number; state?: string }

/** Records, keys and events as the database keeps them. */
function memoryStore(): Pick<MemoryStorage, 'records' | 'keys' | 'events' | 'encrypted'> {
  const records = new Map<string, Kept>()
  const keys = new Map<string, Uint8Array>()
  let events: StoredEvent[] = []
  let position = 0
  const nameOf = ({ type, id }: { type: string; id: string }) => `${type} ${id}`
  const written = (record: Kept, event: NewEvent | undefined): Written => {
    if (!event || record.state === event.state) return {}
    record.state = event.state
    events.push({ position: ++position, subjectId: event.subjectId, body: event.body })
    return { event: position }
  }

  return {
    encrypted: () => [
      ...[...records.values()].map(({ type, id, encrypted }) => ({ kind: 'record' as const, type, id, encrypted })),
      ...[...keys].map(([id, encrypted]) => ({ kind: 'key' as const, type: 'key', id, encrypted })),
    ],
    records: {
      insert: async (row, event) => {
        if (records.has(nameOf(row))) return undefined
        const record = { ...row, version: 1 }
        records.set(nameOf(row), record)
        return written(record, event)
      },
      update: async (row, { version, event } = {}) => {
        const record = records.get(nameOf(row))
        if (!record || (version ?? record.version) !== record.version) return undefined
        Object.assign(record, row, { version: record.version + 1 })
        return written(record, event)
      },
      delete: async (record, belongings) => {
        if (!records.delete(nameOf(record))) return false
        for (const [name, each] of records)
          if (each.type === belongings?.type && hasToken(each, belongings.token)) records.delete(name)
        return true
      },
      read: async (type, id) => records.get(nameOf({ type, id })),
      find: async (type, filter, { limit, offset = 0 } = {}) =>
        [...records.values()]
          .filter((record) => record.type === type && fits(record, filter))
          .slice(offset, limit === undefined ? undefined : offset + limit),
    },
    keys: {
      insert: async (id, encrypted) => !keys.has(id) && Boolean(keys.set(id, encrypted)),
      read: async (id) => keys.get(id),
      delete: async (id) => keys.delete(id),
    },
    events: {
      waiting: async (after, limit) => events.filter((event) => event.position > after).slice(0, limit),
      takeOver: async () => [],
      delete: async (delivered) => {
        events = events.filter(({ position }) => !delivered.includes(position))
      },
    },
  }
}

const hasToken = ({ tokens }: RecordRow, token: Uint8Array) => tokens.some((each) => Buffer.compare(each, token) === 0)

function fits(record: RecordRow, filter: RecordFilter): boolean {
  if ('token' in filter) return hasToken(record, filter.token)
  if ('every' in filter) return filter.every.every((inner) => fits(record, inner))
  if ('some' in filter) return filter.some.some((inner) => fits(record, inner))
  return !fits(record, filter.not)
}
