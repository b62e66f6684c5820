import { type EventOf, stateTable } from '../../../core/state-table.ts'

/**
 * Where an offer stands, as the holder sees it (issue-credential 2.0, RFC 0453).
 *
 * `unfit`: another credential than offered, or not sound. `reported`: the peer reported a problem. `give-up`: the
 * person waits no longer.
 */
export const issuingStates = stateTable({
  offered: {
    accept: { to: 'requested', send: 'request-credential' },
    decline: { to: 'declined', send: 'problem-report', log: 'offer-declined' },
    reported: { to: 'withdrawn', log: 'offer-withdrawn' },
  },
  requested: {
    issued: { to: 'stored', send: 'ack', log: 'received' },
    unfit: { to: 'failed', send: 'problem-report', log: 'offer-failed' },
    'give-up': { to: 'failed', send: 'problem-report', log: 'offer-failed' },
    reported: { to: 'withdrawn', log: 'offer-withdrawn' },
  },
  stored: {},
  declined: {},
  withdrawn: {},
  failed: {},
})

export type IssuingEvent = EventOf<typeof issuingStates>
