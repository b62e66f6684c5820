import './native.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { type DidCommOutboundWebSocketClosedEvent, DidCommTransportEventTypes } from '@credo-ts/didcomm'
import type { HolderAgent } from './holder-agent.ts'
import type { ReturnRouteTransport } from './return-route-transport.ts'

const openingMs = 2_000
const retryDelayMs = { first: 500, longest: 5_000 }

/**
 * Keeps one socket per connection open for a wallet without an endpoint. After a loss it opens another; its first
 * message, a ping with return-route, tells the other side where to send from now on, and the second asks for what was
 * kept meanwhile (message pickup 2.0, RFC 0685).
 */
export function keepSocketsOpen(agent: HolderAgent, transport: ReturnRouteTransport) {
  const { connections, messagePickup } = agent.modules.didcomm
  let online = false
  /**
   * Connections for which a socket is being sought: a failed attempt reports a closed socket too, and must begin no
   * second search.
   */
  const searching = new Set<string>()

  const tryOnce = async (connectionId: string) => {
    try {
      await connections.sendPing(connectionId, { responseRequested: false, withReturnRouting: true })
      await messagePickup.pickupMessages({ connectionId, protocolVersion: 'v2' })
      return true
    } catch {
      return false
    }
  }
  const retry = async (connectionId: string) => {
    if (searching.has(connectionId)) return
    searching.add(connectionId)
    for (let wait = retryDelayMs.first; online; wait = Math.min(wait * 2, retryDelayMs.longest)) {
      await pause(wait, undefined, { ref: false })
      if (online && (await tryOnce(connectionId))) break
    }
    searching.delete(connectionId)
  }

  agent.events.on<DidCommOutboundWebSocketClosedEvent>(
    DidCommTransportEventTypes.DidCommOutboundWebSocketClosedEvent,
    ({ payload: { connectionId } }) => {
      if (connectionId) retry(connectionId)
    },
  )
  return {
    /**
     * Resolves when every connection was tried, or soon; those that cannot be reached are tried again from time to
     * time.
     */
    async open() {
      await transport.restart()
      online = true
      const known = await connections.getAll()
      const open = known.filter(({ isReady }) => isReady)
      const tried = Promise.all(open.map(async ({ id }) => (await tryOnce(id)) || void retry(id)))
      await Promise.race([tried, pause(openingMs, undefined, { ref: false })])
    },
    async leave() {
      online = false
      await transport.stop()
    },
  }
}
