import type { SocketMessage, Subscription } from '@lastmile/contracts'
import { isOpen } from '@lastmile/contracts/lifecycles'
import { retryNow } from '../../api/retry.ts'
import { createSocketClient, type SocketClient, type SocketEvents } from '../../api/socket-client.ts'
import { allConnections } from '../../exchanges/connecting/connection-slice.ts'
import { messageRecorded } from '../../exchanges/messages/messages-slice.ts'
import { fetchProof } from '../../exchanges/proving/proof-thunks.ts'
import { queuePositionReported, queuePositionsCleared } from '../../exchanges/queue/queue-slice.ts'
import type { AppStore } from '../../state/app-thunk.ts'
import { messageReceived } from '../../state/demo-actions.ts'
import type { RootState } from '../../state/root-state.ts'
import { catchUp } from '../catch-up.ts'
import { socketStatusChanged } from './socket-slice.ts'

/** Polling interval in milliseconds while the live link is unreliable. */
const pollInterval = 5_000
/** A load asks once over HTTP: when the link stands, or without it after this many milliseconds. */
export const linkPatience = 1_500

/**
 * Every connection of the visit and of an offer that is made anew over an earlier one, plus offers and a proof without
 * one.
 */
export function subscriptionsOf({ connection, credentials, proof }: RootState): Subscription[] {
  const offered = credentials.issuedCredentials.filter(({ state }) => isOpen('credential', state))
  const ids = [
    ...allConnections(connection).map(({ id }) => id),
    ...offered.flatMap(({ connectionId }) => connectionId ?? []),
  ]
  const connections = [...new Set(ids)].map((connectionId) => ({ connectionId }))
  const invited = offered.flatMap(({ id, connectionId }) => (connectionId ? [] : [{ credentialId: id }]))
  return [...connections, ...invited, ...(proof.id === null || proof.isShownAgain ? [] : [{ proofId: proof.id }])]
}

/** Whether the wallet's next move would change the page. */
function isAwaiting({ connection, credentials, proof }: RootState): boolean {
  return (
    allConnections(connection).some(({ state }) => isOpen('connection', state)) ||
    credentials.issuedCredentials.some(({ state }) => isOpen('credential', state)) ||
    (proof.state !== null && isOpen('proof', proof.state))
  )
}

/**
 * Links the store to the socket: subscribes to every open exchange, forwards messages, and catches up over HTTP when
 * the link recovers or the page becomes visible.
 *
 * @returns a function that stops it.
 */
export function startLiveLink(
  store: AppStore,
  createClient: (events: SocketEvents) => SocketClient = createSocketClient,
): () => void {
  const client = createClient({
    onStatus: (status, message) => {
      store.dispatch(socketStatusChanged({ status, message }))
      if (status === 'connected') retryNow()
      else store.dispatch(queuePositionsCleared())
    },
    onLinked: () => ask(),
    onMessage: (message) => receive(store, message),
    onProtocolMessage: (news) => store.dispatch(messageRecorded(news)),
    onQueueNews: (news) => store.dispatch(queuePositionReported(news)),
  })

  let hasAsked = false
  const ask = () => {
    hasAsked = true
    void store.dispatch(catchUp())
  }

  let followed = ''
  const follow = () => {
    const subscriptions = subscriptionsOf(store.getState())
    const described = JSON.stringify(subscriptions)
    if (described === followed) return
    followed = described
    client.follow(subscriptions)
  }

  const wake = () => {
    if (document.visibilityState !== 'visible') return
    retryNow()
    client.wake()
    ask()
  }

  const isNeeded = () => document.visibilityState === 'visible' && !client.isLinked()
  const poll = () => {
    if (isNeeded() && isAwaiting(store.getState())) ask()
  }
  const askWithoutLink = () => {
    if (isNeeded() && !hasAsked) ask()
  }

  const unsubscribe = store.subscribe(follow)
  const timer = setInterval(poll, pollInterval)
  document.addEventListener('visibilitychange', wake)
  addEventListener('online', wake)
  follow()
  const waiting = subscriptionsOf(store.getState()).length > 0 ? setTimeout(askWithoutLink, linkPatience) : undefined

  return () => {
    unsubscribe()
    clearInterval(timer)
    clearTimeout(waiting)
    document.removeEventListener('visibilitychange', wake)
    removeEventListener('online', wake)
    client.close()
  }
}

/** The server still sends news of exchanges from before a reset; an old offer must not pass for a current one. */
function isOfThisVisit(message: SocketMessage, { connection, credentials }: RootState): boolean {
  if (message.endpoint !== 'issue_credential') return true
  return (
    allConnections(connection).some(({ id }) => id === message.connection_id) ||
    credentials.issuedCredentials.some(({ id }) => id === message.credential_exchange_id)
  )
}

function receive(store: AppStore, message: SocketMessage) {
  if (!isOfThisVisit(message, store.getState())) return
  store.dispatch(messageReceived(message))
  const isProofNews =
    message.endpoint === 'present_proof' && message.presentation_exchange_id === store.getState().proof.id
  // The message only signals an answer; the revealed values are fetched (docs/product.md, section 4).
  if (isProofNews && (message.state === 'presentation_received' || message.state === 'verified')) {
    void store.dispatch(fetchProof())
  }
}
