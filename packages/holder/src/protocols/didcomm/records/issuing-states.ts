import type { Table } from '../../../core/state-table.ts'

/** Where an offer stands, as the holder sees it (issue-credential 2.0, RFC 0453). */
type IssuingState = 'offered' | 'requested' | 'stored' | 'declined' | 'withdrawn' | 'failed'

/**
 * `unfit`: another credential than offered, or not sound. `reported`: the peer reported a problem. `give-up`: the
 * person waits no longer.
 */
export type IssuingEvent = 'accept' | 'decline' | 'give-up' | 'issued' | 'unfit' | 'reported'

export const issuingStates: Table<IssuingState, IssuingEvent> = {
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
}
