import type { Table } from '../../../core/state-table.ts'

/** Where a proof request stands, as the prover sees it (present-proof 2.0, RFC 0454). */
type ProvingState = 'asked' | 'answered' | 'done' | 'declined' | 'withdrawn' | 'refused'

/** `answer-unconfirmed`: to a verifier that has said that no word will come back. */
export type ProvingEvent = 'answer' | 'give-up' | 'answer-unconfirmed' | 'decline' | 'confirmed' | 'reported'

export const provingStates: Table<ProvingState, ProvingEvent> = {
  asked: {
    answer: { to: 'answered', send: 'presentation', log: 'shared' },
    'answer-unconfirmed': { to: 'done', send: 'presentation', log: 'shared' },
    decline: { to: 'declined', send: 'problem-report', log: 'request-declined' },
    reported: { to: 'withdrawn', log: 'request-withdrawn' },
  },
  answered: {
    confirmed: { to: 'done', log: 'accepted' },
    reported: { to: 'refused', log: 'not-accepted' },
    'give-up': { to: 'refused', send: 'problem-report', log: 'not-sent' },
  },
  done: {},
  declined: {},
  withdrawn: {},
  refused: {},
}
