import { type Change, HolderError, type Storage } from '@lastmile/holder'
import { databaseName } from '../wallet-traces.ts'
import type { PasskeyLock } from './passkey-lock.ts'

const records = 'records'
const keys = 'keys'
/** Wallets that are there already keep their key under this name. */
const encryptionKey = 'sealing'

/** @param onClosed called when the browser has closed it, as after deleting this site's data */
export async function openDatabase(onClosed = () => {}): Promise<IDBDatabase> {
  const opening = indexedDB.open(databaseName, 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(records)
    opening.result.createObjectStore(keys)
  }
  const database = await resultOf(opening)
  database.onclose = onClosed
  return database
}

/** Returns the stored key, which no script can extract, or the passkey lock. Creates a key where neither exists. */
export async function keyIn(database: IDBDatabase, create: () => Promise<CryptoKey>): Promise<CryptoKey | PasskeyLock> {
  const kept = await keptKey(database)
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

/**
 * A wallet's database. Safari loses the connection in the background, so it is opened anew where it does not answer;
 * calls reject with `lost-storage` where that does not help.
 */
export class WalletDatabase {
  readonly #onDeleted: () => void
  #opened: Promise<IDBDatabase>

  /** @param onDeleted called when others, or the browser, have deleted what is in it */
  constructor(onDeleted: () => void) {
    this.#onDeleted = onDeleted
    this.#opened = openDatabase(() => this.#reopen())
  }

  async run<Result>(work: (database: IDBDatabase) => Promise<Result>): Promise<Result> {
    const opened = this.#opened
    try {
      return await work(await opened)
    } catch (error) {
      if (!(error instanceof DOMException && lost.has(error.name))) throw error
      if (this.#opened === opened) this.#reopen()
      return this.#opened.then(work).catch((cause) => {
        throw new HolderError('lost-storage', 'The browser lost the storage', { cause })
      })
    }
  }

  #reopen(): void {
    this.#opened = openDatabase(() => this.#reopen()).then(async (database) => {
      if (await keptKey(database)) return database
      this.#onDeleted()
      throw new Error('The wallet was deleted')
    })
    this.#opened.catch(() => undefined)
  }
}

/** Errors of a connection that is gone. */
const lost = new Set(['InvalidStateError', 'UnknownError', 'AbortError'])

const keptKey = (database: IDBDatabase): Promise<CryptoKey | PasskeyLock | undefined> =>
  resultOf(database.transaction(keys).objectStore(keys).get(encryptionKey))

/** Encrypted records by kind and id. */
export function databaseStorage(kept: WalletDatabase): Storage {
  const reading = (database: IDBDatabase) => database.transaction(records).objectStore(records)
  const write = async (database: IDBDatabase, changes: Change[], first?: (store: IDBObjectStore) => void) => {
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
    get: (kind, id) => kept.run((database) => resultOf(reading(database).get([kind, id]))),
    list: (kind) =>
      kept.run(async (database) => {
        const store = reading(database)
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
      }),
    write: (changes) => kept.run((database) => write(database, changes)),
    replace: (changes) => kept.run((database) => write(database, changes, (store) => store.clear())),
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
