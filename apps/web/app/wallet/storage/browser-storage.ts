import type { Change, Cipher, Storage } from '@lastmile/holder'
import { memoryStorage } from '@lastmile/holder/memory-storage'
import { reencrypted } from '@lastmile/holder/reencryption'
import { createEncryptionKey, webCryptoCipher } from '@lastmile/holder/web-crypto-cipher'
import { databaseStorage, keyIn, openDatabase, replaceDatabase, WalletDatabase } from './database.ts'
import { type AnsweredPasskey, lockedKey, type PasskeyLock, unlockedKey } from './passkey-lock.ts'

/** A wallet's storage in this browser, and its encryption key. */
export interface BrowserStorage {
  storage: Storage
  cipher: Cipher
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
  if (!kept) return openMemoryStorage()
  const { storage, key } = kept
  if (key instanceof CryptoKey) return { storage, cipher: webCryptoCipher(key), isKept: true, isLocked: false }
  if (!secret) return key
  return { storage, cipher: webCryptoCipher(await unlockedKey(key, secret)), isKept: true, isLocked: true }
}

/** A storage that ends with the page. */
export async function openMemoryStorage(): Promise<BrowserStorage> {
  const cipher = webCryptoCipher(await createEncryptionKey())
  return { storage: memoryStorage(), cipher, isKept: false, isLocked: false }
}

async function keptInBrowser(onLost: () => void) {
  try {
    const database = new WalletDatabase(onLost)
    const key = await database.run((opened) => keyIn(opened, createEncryptionKey))
    return { storage: databaseStorage(database), key }
  } catch {
    return undefined
  }
}

/**
 * Re-encrypts an idle wallet under a new key, all or nothing. The old key opens nothing written later.
 *
 * @param passkey opens it from now on; without one, the browser does
 */
export async function reencryptBrowserStorage(
  { storage, cipher }: BrowserStorage,
  passkey?: AnsweredPasskey,
): Promise<BrowserStorage> {
  const locked = passkey && (await lockedKey(passkey))
  const key = locked?.key ?? (await createEncryptionKey())
  const next = webCryptoCipher(key)
  await replaceDatabase(await openDatabase(), await reencrypted(storage, cipher, next), locked?.lock ?? key)
  return { storage, cipher: next, isKept: true, isLocked: locked !== undefined }
}

/** Replaces a wallet that is not open, all or nothing. */
export async function replaceBrowserStorage(changesFor: (cipher: Cipher) => Promise<Change[]>): Promise<void> {
  const key = await createEncryptionKey()
  await replaceDatabase(await openDatabase(), await changesFor(webCryptoCipher(key)), key)
}
