import type { AgentStorage, DefinitionRow } from '../src/storage.ts'

interface Registry {
  registryId: string
  definitionKey: string
  size: number
  next: number
}

/** The agent's storage in memory; kept by a test, it outlives an agent as a database would. */
export function memoryStorage(): AgentStorage {
  let published: { did: string; log: string } | undefined
  const resources = new Map<string, string>()
  const definitions = new Map<string, DefinitionRow>()
  const registries: Registry[] = []
  const revocations = new Map<string, Map<number, 'pending' | 'published'>>()
  const locks = new Map<string, Promise<unknown>>()
  const free = (key: string) =>
    registries
      .filter(({ definitionKey }) => definitionKey === key)
      .reduce((sum, { size, next }) => sum + size - next, 0)

  return {
    readDid: async () => published,
    writeDid: async (did, log) => {
      published = { did, log }
    },
    readResource: async (id) => resources.get(id),
    writeResource: async (id, json) => void resources.set(id, json),
    readDefinition: async (key) => definitions.get(key),
    writeDefinition: async (row) => void definitions.set(row.key, row),
    addRegistry: async (row) => void registries.push({ ...row, next: 1 }),
    takeRevocationIndex: async (key) => {
      const registry = registries.find(({ definitionKey, size, next }) => definitionKey === key && next < size)
      if (!registry) return undefined
      const index = registry.next++
      return { registryId: registry.registryId, index, remaining: free(key) }
    },
    remainingIndexes: async (key) => free(key),
    addRevocation: async (registryId, index) => {
      const ofRegistry = revocations.get(registryId) ?? new Map()
      revocations.set(registryId, ofRegistry)
      if (!ofRegistry.has(index)) ofRegistry.set(index, 'pending')
    },
    pendingRevocations: async (registryId) =>
      [...(revocations.get(registryId) ?? [])].filter(([, state]) => state === 'pending').map(([index]) => index),
    markRevocationsPublished: async (registryId, indexes) => {
      for (const index of indexes) revocations.get(registryId)?.set(index, 'published')
    },
    withLock: async (name, work) => {
      const previous = locks.get(name) ?? Promise.resolve()
      const current = previous.catch(() => undefined).then(work)
      locks.set(name, current)
      return current
    },
  }
}
