import type { SealedRows } from '../../port/storage.ts'
import { type Tags, tokensOf } from './record-filter.ts'
import { Sealer } from './sealer.ts'

export interface SealedAnew {
  records: number
  keys: number
  /** What the old key does not open; it stays as it is. */
  unreadable: number
}

/** Tells data sealed with one store key from those of another, without telling the key. */
export const storeKeyCheck = (storeKey: Uint8Array): string => new Sealer(storeKey).check

/**
 * Changes the store key: opens each record and key with the old one and seals it with the new one, all or nothing.
 * No agent may run on the rows meanwhile. Answers `undefined`, and does nothing, when they are not sealed with `from`.
 * @param from the store key until now, `to` the one from now on; 32 bytes each
 */
export async function sealAnew(rows: SealedRows, from: Uint8Array, to: Uint8Array): Promise<SealedAnew | undefined> {
  const old = new Sealer(from)
  const next = new Sealer(to)
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
      record: ({ type, id, sealed }) =>
        unlessUnreadable(() => {
          const place = recordPlace(type, id)
          const text = old.open('record', place, sealed)
          const { tags } = JSON.parse(text) as { tags: Tags }
          const tokens = tokensOf(tags, (name, value) => next.token(type, name, value))
          const row = { type, id, sealed: next.seal('record', place, text), tokens }
          done.records++
          return row
        }),
      key: (id, sealed) =>
        unlessUnreadable(() => {
          const again = next.seal('key', id, old.open('key', id, sealed))
          done.keys++
          return again
        }),
    },
  )
  return changed ? done : undefined
}

/** What the seal of a record is bound to. */
export const recordPlace = (type: string, id: string) => `${type} ${id}`
