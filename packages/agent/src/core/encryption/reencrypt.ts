import type { EncryptedRows } from '../../port/storage.ts'
import { Encryption } from './encryption.ts'
import { contentOf, encryptedRow } from './record-rows.ts'

export interface Reencrypted {
  records: number
  keys: number
  /** Not decrypted by the old key; stays as it is. */
  unreadable: number
}

/** The key of codes that outlive a change of the store key: the first one's `macKey`, kept once there is a second. */
export const lastingKey = 'lasting'

/** Distinguishes data encrypted with one store key from those of another, without revealing the key. */
export const storeKeyCheck = (storeKey: Uint8Array): string => new Encryption(storeKey).check

/**
 * Reencrypts each record and key with a new store key, all or nothing. No agent may run on the rows meanwhile.
 * Answers `undefined`, and does nothing, when they are not encrypted with `from`.
 * @param from the store key until now, `to` the one from now on; 32 bytes each
 */
export async function reencrypt(
  rows: EncryptedRows,
  from: Uint8Array,
  to: Uint8Array,
): Promise<Reencrypted | undefined> {
  const old = new Encryption(from)
  const next = new Encryption(to)
  const done = { records: 0, keys: 0, unreadable: 0 }
  const unlessUnreadable = <Replacement>(replace: () => Replacement): Replacement | undefined => {
    try {
      return replace()
    } catch {
      done.unreadable++
      return undefined
    }
  }
  const changed = await rows.replaceAll(
    { from: old.check, to: next.check },
    {
      record: (row) =>
        unlessUnreadable(() => {
          const again = encryptedRow(next, row, contentOf(old, row, row.encrypted))
          done.records++
          return again
        }),
      key: (id, encrypted) =>
        unlessUnreadable(() => {
          const again = next.encrypt('key', id, old.decrypt('key', id, encrypted))
          done.keys++
          return again
        }),
      kept: { id: lastingKey, encrypted: next.encrypt('key', lastingKey, JSON.stringify(old.macKey)) },
    },
  )
  return changed ? done : undefined
}
