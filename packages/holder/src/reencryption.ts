import type { Change, Cipher, Storage } from './core/platform.ts'
import { about, resource } from './core/vault.ts'
import { recordSchemas } from './wallet-records.ts'

/** Re-encrypts all that a wallet keeps. Rejects when `from` does not open it. */
export async function reencrypted(storage: Storage, from: Cipher, to: Cipher): Promise<Change[]> {
  const kinds = [...Object.keys(recordSchemas), resource]
  const ofKind = async (kind: string) =>
    Promise.all(
      (await storage.list(kind)).map(async ({ id, encrypted }) => {
        const plain = await from.decrypt(encrypted, about(kind, id)).catch((cause) => {
          // Other records that can't be decrypted are left behind.
          if (kind === 'wallet') throw cause
        })
        return plain ? [{ kind, id, encrypted: await to.encrypt(plain, about(kind, id)) }] : []
      }),
    )
  return (await Promise.all(kinds.map(ofKind))).flat(2)
}
