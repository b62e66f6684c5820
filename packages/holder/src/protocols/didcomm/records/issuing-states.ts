import { type EventOf, stateTable } from '../../../core/state-table.ts'

/**
 * Where an offer stands, as the holder sees it (issue-credential 2.0, RFC 0453).
 *
 * `unfit`: another credential than offered, or not sound. `reported`: the peer reported a problem. `give-up`: the
 * person waits no longer.
 */
export const issuingStates = stateTable({
  offered: {
    accept: { to: 'requested' },
    decline: { to: 'declined', log: 'offer-declined' },
    reported: { to: 'withdrawn', log: 'offer-withdrawn' },
  },
  requested: {
    issued: { to: 'stored', log: 'received' },
    unfit: { to: 'failed', log: 'offer-failed' },
    'give-up': { to: 'failed', log: 'offer-failed' },
    reported: { to: 'withdrawn', log: 'offer-withdrawn' },
  },
  stored: {},
  declined: {},
  withdrawn: {},
  failed: {},
})

export type IssuingEvent = EventOf<typeof issuingStates>
