import type { Change, Storage } from './platform.ts'

/** Storage that lasts as long as it is referred to: for tests, and where nothing may be kept. */
export function memoryStorage(): Storage {
  const kinds = new Map<string, Map<string, Uint8Array>>()
  const write = async (changes: Change[]) => {
    for (const { kind, id, encrypted } of changes) {
      const records = kinds.get(kind) ?? new Map<string, Uint8Array>()
      kinds.set(kind, records)
      if (encrypted) records.set(id, encrypted)
      else records.delete(id)
    }
  }
  return {
    get: async (kind, id) => kinds.get(kind)?.get(id),
    list: async (kind) => [...(kinds.get(kind) ?? [])].map(([id, encrypted]) => ({ id, encrypted })),
    write,
    replace: async (changes) => {
      kinds.clear()
      await write(changes)
    },
  }
}
