import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/**
 * The raw key of the wallet's store, base58 of 32 bytes: from the setting when there is one, otherwise from a secret
 * that is made once in the data folder, readable by its owner alone.
 */
export function storeKey(dataDir: string, setting: string | undefined): string {
  return base58(
    createHash('sha256')
      .update(setting ?? secretIn(dataDir))
      .digest(),
  )
}

function secretIn(dataDir: string): string {
  const file = join(dataDir, 'store.key')
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}

function base58(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  while (rest > 0n) {
    text = `${alphabet[Number(rest % 58n)]}${text}`
    rest /= 58n
  }
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text
}
