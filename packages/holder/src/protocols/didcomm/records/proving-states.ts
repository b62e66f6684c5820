import { type EventOf, stateTable } from '../../../core/state-table.ts'

/**
 * Where a proof request stands, as the prover sees it (present-proof 2.0, RFC 0454). `answer-unconfirmed`: to a
 * verifier that has said that no word will come back.
 */
export const provingStates = stateTable({
  asked: {
    answer: { to: 'answered', log: 'shared' },
    'answer-unconfirmed': { to: 'done', log: 'shared' },
    decline: { to: 'declined', log: 'request-declined' },
    reported: { to: 'withdrawn', log: 'request-withdrawn' },
  },
  answered: {
    confirmed: { to: 'done', log: 'accepted' },
    reported: { to: 'refused', log: 'not-accepted' },
    'give-up': { to: 'refused', log: 'not-sent' },
  },
  done: {},
  declined: {},
  withdrawn: {},
  refused: {},
})

export type ProvingEvent = EventOf<typeof provingStates>
