import type { Change, Sealing, Storage } from '@lastmile/holder'
import { memoryStorage } from '@lastmile/holder/memory-storage'
import { resealed } from '@lastmile/holder/resealing'
import { createSealingKey, webCryptoSealing } from '@lastmile/holder/web-crypto-sealing'
import { databaseStorage, eraseDatabase, keyIn, openDatabase, replaceDatabase } from './database.ts'
import { type AnsweredPasskey, lockedKey, type PasskeyLock, unlockedKey } from './passkey-lock.ts'

/** A wallet's storage in this browser, and its encryption key. */
export interface BrowserStorage {
  storage: Storage
  sealing: Sealing
  /** Whether it outlives the page. */
  isKept: boolean
  /** Whether it needs a passkey. */
  isLocked: boolean
}

/**
 * Uses the browser's database, or memory where there is none, as in some private windows.
 *
 * @param onLost called when others deleted the stored wallet
 * @param secret the passkey's output, for a locked wallet
 * @returns the lock, where a passkey is needed. Rejects with `unreadable-storage` for another passkey.
 */
export async function openBrowserStorage(
  onLost: () => void,
  secret?: Uint8Array<ArrayBuffer>,
): Promise<BrowserStorage | PasskeyLock> {
  const kept = await keptInBrowser(onLost)
  if (!kept) {
    const sealing = webCryptoSealing(await createSealingKey())
    return { storage: memoryStorage(), sealing, isKept: false, isLocked: false }
  }
  const { storage, key } = kept
  if (key instanceof CryptoKey) return { storage, sealing: webCryptoSealing(key), isKept: true, isLocked: false }
  if (!secret) return key
  return { storage, sealing: webCryptoSealing(await unlockedKey(key, secret)), isKept: true, isLocked: true }
}

async function keptInBrowser(onLost: () => void) {
  try {
    const database = await openDatabase(onLost)
    return { storage: databaseStorage(database), key: await keyIn(database, createSealingKey) }
  } catch {
    return undefined
  }
}

/**
 * Re-encrypts an idle wallet under a new key, all or nothing. The old key opens nothing written later.
 *
 * @param passkey opens it from now on; without one, the browser does
 */
export async function resealBrowserStorage(
  { storage, sealing }: BrowserStorage,
  passkey?: AnsweredPasskey,
): Promise<BrowserStorage> {
  const locked = passkey && (await lockedKey(passkey))
  const key = locked?.key ?? (await createSealingKey())
  const next = webCryptoSealing(key)
  await replaceDatabase(await openDatabase(), await resealed(storage, sealing, next), locked?.lock ?? key)
  return { storage, sealing: next, isKept: true, isLocked: locked !== undefined }
}

/** Replaces a wallet that is not open, all or nothing. */
export async function replaceBrowserStorage(changesFor: (sealing: Sealing) => Promise<Change[]>): Promise<void> {
  const key = await createSealingKey()
  await replaceDatabase(await openDatabase(), await changesFor(webCryptoSealing(key)), key)
}

/** Deletes a wallet and its key. */
export async function eraseBrowserStorage(): Promise<void> {
  await eraseDatabase(await openDatabase())
}
