import './native.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { type DidCommOutboundWebSocketClosedEvent, DidCommTransportEventTypes } from '@credo-ts/didcomm'
import type { HolderAgent } from './holder-agent.ts'
import type { ReturnRouteTransport } from './return-route-transport.ts'

const retryDelayMs = 500

/**
 * Keeps one socket per connection open for a wallet without an endpoint. After a loss it opens another; its first
 * message, a ping with return-route, tells the other side where to send from now on, and the second asks for what was
 * kept meanwhile (message pickup 2.0, RFC 0685).
 */
export function keepSocketsOpen(agent: HolderAgent, transport: ReturnRouteTransport) {
  const { connections, messagePickup } = agent.modules.didcomm
  let online = false

  const reopen = async (connectionId: string) => {
    while (online) {
      try {
        await connections.sendPing(connectionId, { responseRequested: false, withReturnRouting: true })
        await messagePickup.pickupMessages({ connectionId, protocolVersion: 'v2' })
        return
      } catch {
        await pause(retryDelayMs)
      }
    }
  }

  agent.events.on<DidCommOutboundWebSocketClosedEvent>(
    DidCommTransportEventTypes.DidCommOutboundWebSocketClosedEvent,
    async ({ payload: { connectionId } }) => {
      await pause(retryDelayMs)
      if (connectionId) await reopen(connectionId)
    },
  )
  return {
    async open() {
      await transport.restart()
      online = true
      const known = await connections.getAll()
      await Promise.all(known.filter(({ isReady }) => isReady).map(({ id }) => reopen(id)))
    },
    async leave() {
      online = false
      await transport.stop()
    },
  }
}
