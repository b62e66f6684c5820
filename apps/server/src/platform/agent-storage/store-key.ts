import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileName = 'store.key'
/** A secret that is to become the other one, while everything is reencrypted. */
const nextFileName = 'store.key.next'

/** The files of a data folder that hold one. */
export const secretFiles = (dataDir: string) => [fileName, nextFileName].map((name) => join(dataDir, name))

/** The key of a secret: 32 bytes. */
export const keyOf = (secret: string): Uint8Array => createHash('sha256').update(secret).digest()

/**
 * The key that encrypts the issuer's records and keys: from the setting, or made once in the data folder, readable by
 * its owner alone. Finishes a change of the key that stopped between data and file. Needs the folder for this process
 * alone.
 * @param isEncryptedWith whether the data are encrypted with this key
 */
export function storeKey(
  dataDir: string,
  setting: string | undefined,
  isEncryptedWith: (key: Uint8Array) => boolean,
): Uint8Array {
  if (setting) return keyOf(setting)
  const next = readSecret(dataDir, nextFileName)
  if (next && isEncryptedWith(keyOf(next))) takeNextSecret(dataDir)
  else rmSync(join(dataDir, nextFileName), { force: true })
  return keyOf(readSecret(dataDir, fileName) ?? makeSecret(dataDir, fileName))
}

/** Makes the secret that follows the one in the data folder; it is on the disk before anything is encrypted with it. */
export const makeNextSecret = (dataDir: string): Uint8Array => keyOf(makeSecret(dataDir, nextFileName))

/** The next secret becomes the one in use; the old one is gone. */
export const takeNextSecret = (dataDir: string): void =>
  renameSync(join(dataDir, nextFileName), join(dataDir, fileName))

/** Removes the secret in the data folder, which a setting took the place of. */
export const removeSecret = (dataDir: string): void => rmSync(join(dataDir, fileName), { force: true })

/** Undefined also for a file whose writing a crash cut short: nothing was encrypted with it. */
function readSecret(dataDir: string, name: string): string | undefined {
  try {
    return readFileSync(join(dataDir, name), 'utf8').trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Written beside its place first, so that it is there whole or not at all. */
function makeSecret(dataDir: string, name: string): string {
  const secret = randomBytes(32).toString('base64url')
  const file = join(dataDir, name)
  writeFileSync(`${file}.part`, `${secret}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.part`, file)
  return secret
}
