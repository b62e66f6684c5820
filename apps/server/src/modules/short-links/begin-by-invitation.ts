import type { InvitationAddress } from '@lastmile/agent/port'
import type { Entries, EntryKind } from '../../platform/database/schema.ts'
import type { Locks } from '../../platform/process/locks.ts'
import type { Begun, EntryLifecycle } from '../ledger/entry-lifecycle.ts'
import type { Caller } from '../ledger/quotas.ts'
import type { InvitationAddresses, ShortLinks } from './service.ts'

export interface Invited<Kind extends EntryKind> extends InvitationAddresses {
  entry: Entries[Kind]
}

interface Dependencies<Kind extends EntryKind> {
  entries: Pick<EntryLifecycle<Kind>, 'begin' | 'findOpen'>
  /** Deletes one that no visitor has seen, with all that is kept of it. */
  discard(visitor: string, id: string): Promise<void>
  shortLinks: ShortLinks
  locks: Locks
}

interface Request {
  /** Equal for equal requests; null where each request is an exchange of its own. */
  openKey: string | null
  /** How long the invitation waits for a wallet, in milliseconds. */
  keptMs: number
}

/**
 * Begins an exchange whose invitation any wallet can take, or answers with the open one of the same key and its link.
 * @throws ApiError 429 or 503 when a quota is used up
 */
export function beginByInvitation<Kind extends EntryKind>(
  { entries, discard, shortLinks, locks }: Dependencies<Kind>,
  caller: Caller,
  { openKey, keptMs }: Request,
  ask: () => Promise<{ begun: Begun<Kind>; address: InvitationAddress }>,
): Promise<Invited<Kind>> {
  const begin = async () => {
    let address: InvitationAddress = { invitationId: '', invitationUrl: '' }
    const entry = await entries.begin(
      caller,
      async () => {
        const asked = await ask()
        address = asked.address
        return asked.begun
      },
      openKey,
    )
    const expiresAt = new Date(Date.now() + keptMs)
    const shortUrl = await shortLinks.create({ subjectId: entry.id, ...address, expiresAt })
    return { entry, invitationUrl: address.invitationUrl, shortUrl }
  }
  if (openKey === null) return begin()
  return locks.withLock(`invitation ${openKey}`, async () => {
    const open = await entries.findOpen(openKey)
    const link = open && (await shortLinks.of(open.id))
    if (open && link) return { entry: open, ...link }
    // A sudden end came between the exchange and its link, so no visitor has seen it.
    if (open) await discard(caller.visitor, open.id)
    return begin()
  })
}
