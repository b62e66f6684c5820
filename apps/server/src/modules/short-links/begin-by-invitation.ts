import type { Entries, EntryKind } from '../../platform/database/schema.ts'
import { notFound } from '../../platform/http/errors.ts'
import type { Locks } from '../../platform/process/locks.ts'
import type { Begun, EntryLifecycle } from '../ledger/entry-lifecycle.ts'
import type { Caller } from '../ledger/quotas.ts'

export type Invited<Kind extends EntryKind, Addresses> = Addresses & { entry: Entries[Kind] }

interface Dependencies<Kind extends EntryKind, Addresses> {
  entries: Pick<EntryLifecycle<Kind>, 'begin' | 'findOpen'>
  /** Deletes one that no visitor has seen, with all that is kept of it. */
  discard(visitor: string, id: string): Promise<void>
  /** Of one that a wallet can still take. */
  addressesOf(id: string): Promise<Addresses | undefined>
  locks: Locks
}

/**
 * Begins an exchange whose invitation any wallet can take, or answers with the open one of the same key.
 * @param openKey equal for equal requests; null where each request is an exchange of its own
 * @param ask `publish` makes the addresses
 * @throws ApiError 429 or 503 when a quota is used up
 */
export function beginByInvitation<Kind extends EntryKind, Addresses>(
  { entries, discard, addressesOf, locks }: Dependencies<Kind, Addresses>,
  caller: Caller,
  openKey: string | null,
  ask: () => Promise<{ begun: Begun<Kind>; publish: () => Promise<Addresses | undefined> }>,
): Promise<Invited<Kind, Addresses>> {
  const begin = async () => {
    let publish = async (): Promise<Addresses | undefined> => undefined
    const entry = await entries.begin(
      caller,
      async () => {
        const asked = await ask()
        publish = asked.publish
        return asked.begun
      },
      openKey,
    )
    const addresses = await publish()
    if (!addresses) throw notFound('invitation')
    return { entry, ...addresses }
  }
  if (openKey === null) return begin()
  return locks.withLock(`invitation ${openKey}`, async () => {
    const open = await entries.findOpen(openKey)
    const addresses = open && (await addressesOf(open.id))
    if (open && addresses) return { entry: open, ...addresses }
    // A sudden end came between the exchange and its addresses, so no visitor has seen it.
    if (open) await discard(caller.visitor, open.id)
    return begin()
  })
}
