import type { Entries, Entry, EntryKind } from '../../platform/database/schema.ts'

const hour = 60 * 60_000
const day = 24 * hour
/** How long what a visitor owns is kept after its last change, unless the operator wants less: longer than a cookie can live. */
export const mostKeptMs = 400 * day

interface State<Name> {
  /** From where it is reached: a late report of an earlier state changes nothing. */
  after: readonly Name[]
  /** Somebody's answer is waited for. */
  open?: true
  /** Milliseconds after which an entry in this state is ended if it is open, and forgotten by the agent if it is not. */
  keptMs: number
}
type States = { [Kind in EntryKind]: Record<Entries[Kind]['state'], State<Entries[Kind]['state']>> }

/** Every state of the ledger: how it is reached, and for how long. No attribute value stays longer than its entry is kept. */
export const ledgerStates: States = {
  connection: {
    invited: { after: [], open: true, keptMs: day },
    request: { after: ['invited'], open: true, keptMs: day },
    response: { after: ['invited', 'request'], open: true, keptMs: day },
    active: { after: ['invited', 'request', 'response'], keptMs: mostKeptMs },
    abandoned: { after: ['invited', 'request', 'response'], keptMs: 0 },
  },
  credential: {
    offer_sent: { after: [], open: true, keptMs: day },
    request_received: { after: ['offer_sent'], open: true, keptMs: day },
    credential_issued: { after: ['offer_sent', 'request_received'], keptMs: 0 },
    credential_revoked: { after: ['credential_issued'], keptMs: 0 },
    abandoned: { after: ['offer_sent', 'request_received'], keptMs: 0 },
  },
  // What was revealed stays for an hour, for the page to show it.
  proof: {
    request_sent: { after: [], open: true, keptMs: day },
    presentation_received: { after: ['request_sent'], open: true, keptMs: day },
    verified: { after: ['request_sent', 'presentation_received'], keptMs: hour },
    abandoned: { after: ['request_sent', 'presentation_received'], keptMs: hour },
    expired: { after: ['request_sent', 'presentation_received'], keptMs: hour },
  },
}

export const stateOf = (kind: EntryKind, state: string): State<string> =>
  (ledgerStates[kind] as Record<string, State<string>>)[state] ?? neverReached

/** What the agent reports beyond the states above is none of the ledger's. */
const neverReached: State<string> = { after: [], keptMs: 0 }

export const openStates = (kind: EntryKind) =>
  Object.keys(ledgerStates[kind]).filter((state) => stateOf(kind, state).open === true)

export const isOpen = ({ kind, state }: Pick<Entry, 'kind' | 'state'>) => stateOf(kind, state).open === true

/** Whether an entry can come to this state from the one that it is in. */
export const isReachedFrom = (entry: Pick<Entry, 'kind' | 'state'>, state: string) =>
  stateOf(entry.kind, state).after.includes(entry.state)
