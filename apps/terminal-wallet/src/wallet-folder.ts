import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Change, Cipher, Storage } from '@lastmile/holder'
import { webCryptoCipher } from '@lastmile/holder/web-crypto-cipher'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'

/** Another process has the wallet open. */
export class WalletInUse extends Error {
  override readonly name = 'WalletInUse'
}

/** A wallet's folder: a database of encrypted records, and beside it their key, readable by its owner alone. */
export interface WalletFolder {
  storage: Storage
  cipher: Cipher
  close(): void
}

/** Opens the folder for this process alone, or makes it. Throws `WalletInUse`. */
export async function openWalletFolder(folder: string): Promise<WalletFolder> {
  mkdirSync(folder, { recursive: true })
  // Also one that was there before.
  chmodSync(folder, 0o700)
  const database = lockedDatabase(join(folder, 'wallet.sqlite'))
  return { storage: storageIn(database), cipher: await cipherBy(join(folder, 'key')), close: () => database.close() }
}

function lockedDatabase(file: string): DatabaseSyncInstance {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // Held from the first write until the process ends, however that is.
    database.exec('pragma locking_mode = exclusive')
    database.exec('begin exclusive')
    // The last column keeps its first name, for the folders that are there already.
    database.exec(
      'create table if not exists records (kind text, id text, sealed blob not null, primary key (kind, id))',
    )
    database.exec('commit')
    return database
  } catch (error) {
    database.close()
    throw (error as Error).message.includes('locked') ? new WalletInUse('The wallet is open already') : error
  }
}

function storageIn(database: DatabaseSyncInstance): Storage {
  const one = database.prepare('select sealed as encrypted from records where kind = ? and id = ?')
  const all = database.prepare('select id, sealed as encrypted from records where kind = ?')
  const put = database.prepare('insert or replace into records (kind, id, sealed) values (?, ?, ?)')
  const remove = database.prepare('delete from records where kind = ? and id = ?')
  const together = (changes: Change[], first?: string) => {
    database.exec('begin')
    try {
      if (first) database.exec(first)
      for (const { kind, id, encrypted } of changes) encrypted ? put.run(kind, id, encrypted) : remove.run(kind, id)
      database.exec('commit')
    } catch (error) {
      database.exec('rollback')
      throw error
    }
  }
  return {
    get: async (kind, id) => (one.get(kind, id) as { encrypted: Uint8Array } | undefined)?.encrypted,
    list: async (kind) => all.all(kind) as { id: string; encrypted: Uint8Array }[],
    write: async (changes) => together(changes),
    replace: async (changes) => together(changes, 'delete from records'),
  }
}

async function cipherBy(file: string): Promise<Cipher> {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 })
  const key = await crypto.subtle.importKey('raw', readFileSync(file), 'AES-GCM', false, ['encrypt', 'decrypt'])
  return webCryptoCipher(key)
}
