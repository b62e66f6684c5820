import type { Sealing, Storage } from '@lastmile/holder'
import { memoryStorage } from '@lastmile/holder/memory-storage'
import { createSealingKey, webCryptoSealing } from '@lastmile/holder/web-crypto-sealing'
import { databaseStorage, eraseDatabase, keyIn, openDatabase } from './database.ts'

/** Where a wallet is kept in this browser, and the key that it is sealed with. */
interface BrowserStorage {
  storage: Storage
  sealing: Sealing
  /** Whether it outlives the page. */
  isKept: boolean
}

/**
 * The browser's database; or memory where the browser keeps none, as some private windows do.
 * @param onLost called when what is kept was deleted by others than the wallet
 */
export async function openBrowserStorage(onLost: () => void): Promise<BrowserStorage> {
  try {
    const database = await openDatabase(onLost)
    const sealing = webCryptoSealing(await keyIn(database, createSealingKey))
    return { storage: databaseStorage(database), sealing, isKept: true }
  } catch {
    return { storage: memoryStorage(), sealing: webCryptoSealing(await createSealingKey()), isKept: false }
  }
}

/** Forgets a wallet with its key. */
export async function eraseBrowserStorage(): Promise<void> {
  await eraseDatabase(await openDatabase())
}
