import { type EventOf, stateTable } from '../../core/state-table.ts'

/**
 * Where an offer stands (OpenID4VCI 1.0). `accepted`: the access token is still to be asked for. `requested` and
 * `declining`: it is there, and what is left to do waits for the network. A person who declines fetches the
 * credential, too, because an issuer hears of it by its notification alone.
 *
 * `token`, `token-to-decline`: the issuer gives an access token. `code-over`: it takes the pre-authorized code no more.
 * `withdrawn`: its page takes the offer back. `give-up`: the person waits no longer.
 */
export const receivingStates = stateTable({
  offered: {
    accept: { to: 'accepted' },
    decline: { to: 'declined', log: 'offer-declined' },
    token: { to: 'requested' },
    'token-to-decline': { to: 'declining', log: 'offer-declined' },
    'code-over': { to: 'failed', log: 'offer-withdrawn' },
    failed: { to: 'failed', log: 'offer-failed' },
    withdrawn: { to: 'failed', log: 'offer-withdrawn' },
  },
  accepted: {
    token: { to: 'requested' },
    'code-over': { to: 'failed', log: 'offer-withdrawn' },
    failed: { to: 'failed', log: 'offer-failed' },
    'give-up': { to: 'failed', log: 'offer-failed' },
  },
  requested: {
    issued: { to: 'stored', log: 'received' },
    failed: { to: 'failed', log: 'offer-failed' },
    'give-up': { to: 'failed', log: 'offer-failed' },
  },
  declining: {
    issued: { to: 'declined' },
    failed: { to: 'declined' },
  },
  stored: {},
  declined: {},
  failed: {},
})

export type ReceivingEvent = EventOf<typeof receivingStates>

/** The events of a notification (OpenID4VCI 1.0, 11.1), which says how it ended. */
export const notifications: Partial<Record<keyof typeof receivingStates, string>> = {
  stored: 'credential_accepted',
  declined: 'credential_deleted',
  failed: 'credential_failure',
}
