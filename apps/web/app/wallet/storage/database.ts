import type { Change, Storage } from '@lastmile/holder'
import { databaseName } from '../wallet-traces.ts'
import type { PasskeyLock } from './passkey-lock.ts'

const records = 'records'
const keys = 'keys'
/** Wallets that are there already keep their key under this name. */
const encryptionKey = 'sealing'

/** @param onLost called when the browser has closed it permanently, as after deleting this site's data */
export async function openDatabase(onLost = () => {}): Promise<IDBDatabase> {
  const opening = indexedDB.open(databaseName, 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(records)
    opening.result.createObjectStore(keys)
  }
  const database = await resultOf(opening)
  database.onclose = onLost
  return database
}

/** Returns the stored key, which no script can extract, or the passkey lock. Creates a key where neither exists. */
export async function keyIn(database: IDBDatabase, create: () => Promise<CryptoKey>): Promise<CryptoKey | PasskeyLock> {
  const kept: CryptoKey | PasskeyLock | undefined = await resultOf(
    database.transaction(keys).objectStore(keys).get(encryptionKey),
  )
  if (kept) return kept
  const key = await create()
  const writing = database.transaction(keys, 'readwrite')
  writing.objectStore(keys).put(key, encryptionKey)
  await ended(writing)
  return key
}

/** Replaces all records and their key in one transaction. */
export async function replaceDatabase(
  database: IDBDatabase,
  changes: Change[],
  key: CryptoKey | PasskeyLock,
): Promise<void> {
  const replacing = database.transaction([records, keys], 'readwrite', { durability: 'strict' })
  const store = replacing.objectStore(records)
  store.clear()
  for (const { kind, id, encrypted } of changes) store.put(encrypted, [kind, id])
  replacing.objectStore(keys).put(key, encryptionKey)
  await ended(replacing)
}

/** Deletes the records and their key. */
export async function eraseDatabase(database: IDBDatabase): Promise<void> {
  const erasing = database.transaction([records, keys], 'readwrite')
  erasing.objectStore(records).clear()
  erasing.objectStore(keys).clear()
  await ended(erasing)
}

/** Encrypted records by kind and id. */
export function databaseStorage(database: IDBDatabase): Storage {
  const reading = () => database.transaction(records).objectStore(records)
  const write = async (changes: Change[], { first }: { first?: (store: IDBObjectStore) => void } = {}) => {
    const writing = database.transaction(records, 'readwrite', { durability: 'strict' })
    const store = writing.objectStore(records)
    first?.(store)
    for (const { kind, id, encrypted } of changes) {
      if (encrypted) store.put(encrypted, [kind, id])
      else store.delete([kind, id])
    }
    await ended(writing)
  }
  return {
    get: (kind, id) => resultOf(reading().get([kind, id])),
    async list(kind) {
      const store = reading()
      // In IndexedDB an array sorts after every string.
      const ofKind = IDBKeyRange.bound([kind], [kind, []])
      const [found, encrypted] = await Promise.all([
        resultOf(store.getAllKeys(ofKind)),
        resultOf<Uint8Array[]>(store.getAll(ofKind)),
      ])
      return found.flatMap((key, index) => {
        const [, id] = key as [string, string]
        const bytes = encrypted[index]
        return bytes ? [{ id, encrypted: bytes }] : []
      })
    },
    write: (changes) => write(changes),
    replace: (changes) => write(changes, { first: (store) => store.clear() }),
  }
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}
