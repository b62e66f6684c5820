import { type EventOf, stateTable } from '../../core/state-table.ts'

/**
 * Where a request stands (OpenID4VP 1.0). `sending` and `declining`: the answer waits for the network.
 *
 * `sent`: the verifier has the answer. `refused`: it does not take it. `late`: the answer could not leave in time.
 */
export const presentingStates = stateTable({
  asked: {
    answer: { to: 'sending', log: 'shared' },
    decline: { to: 'declining', log: 'request-declined' },
    withdrawn: { to: 'withdrawn', log: 'request-withdrawn' },
  },
  sending: {
    sent: { to: 'done' },
    refused: { to: 'refused', log: 'not-accepted' },
    late: { to: 'refused', log: 'not-sent' },
    'give-up': { to: 'refused', log: 'not-sent' },
  },
  declining: {
    sent: { to: 'declined' },
    refused: { to: 'declined' },
    late: { to: 'declined' },
  },
  done: {},
  declined: {},
  withdrawn: {},
  refused: {},
})

export type PresentingEvent = EventOf<typeof presentingStates>
