import type { Change, Sealing, Storage } from './core/platform.ts'
import { about, resource } from './core/vault.ts'
import { recordSchemas } from './didcomm/records/records.ts'

/** Re-encrypts all that a wallet keeps. Rejects when `from` does not open it. */
export async function resealed(storage: Storage, from: Sealing, to: Sealing): Promise<Change[]> {
  const kinds = [...Object.keys(recordSchemas), resource]
  const ofKind = async (kind: string) =>
    Promise.all(
      (await storage.list(kind)).map(async ({ id, sealed }) => {
        const plain = await from.open(sealed, about(kind, id)).catch((cause) => {
          // Of anything else, what nobody can read is left behind.
          if (kind === 'wallet') throw cause
        })
        return plain ? [{ kind, id, sealed: await to.seal(plain, about(kind, id)) }] : []
      }),
    )
  return (await Promise.all(kinds.map(ofKind))).flat(2)
}
