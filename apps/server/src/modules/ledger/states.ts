import { isOpen as isOpenState, statesBefore } from '@lastmile/contracts/lifecycles'
import type { Entries, Entry, EntryKind } from '../../platform/database/schema.ts'

const hour = 60 * 60_000
const day = 24 * hour
/** How long entries are kept after their last change, unless set lower: longer than a cookie can live. */
export const mostKeptMs = 400 * day

/**
 * Milliseconds after which an entry in this state is ended if it is open, and forgotten by the agent if it is not. No
 * attribute value stays longer than its entry is kept.
 */
export const keptMs: { [Kind in EntryKind]: Record<Entries[Kind]['state'], number> } = {
  connection: { invited: day, request: day, response: day, active: mostKeptMs, abandoned: 0 },
  credential: { offer_sent: day, request_received: day, credential_issued: 0, credential_revoked: 0, abandoned: 0 },
  // Revealed values stay for an hour, for the page to show them.
  proof: { request_sent: day, presentation_received: day, verified: hour, abandoned: hour, expired: hour },
}

export const keptMsIn = (kind: EntryKind, state: Entry['state']) =>
  (keptMs[kind] as Record<Entry['state'], number>)[state]

export const openStates = (kind: EntryKind) =>
  (Object.keys(keptMs[kind]) as Entry['state'][]).filter((state) => isOpenState(kind, state))

export const isOpen = ({ kind, state }: Pick<Entry, 'kind' | 'state'>) => isOpenState(kind, state)

/** Whether an entry can come to this state from the one that it is in. */
export const isReachedFrom = (entry: Pick<Entry, 'kind' | 'state'>, state: Entry['state']) =>
  statesBefore(entry.kind, state).includes(entry.state)
