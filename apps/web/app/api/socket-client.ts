import type { SocketMessage, SubscribeAnswer, Subscription } from '@lastmile/contracts'
import { socketPath, socketReconnection } from '@lastmile/contracts/constants'
import type { Socket } from 'socket.io-client'
import { isSocketMessage } from './answer-guards.ts'

/** Status values of the specification, section 4. */
export type SocketStatus = 'disconnected' | 'connecting' | 'connected' | 'error'

export interface SocketEvents {
  onStatus(status: SocketStatus, message?: string): void
  onMessage(message: SocketMessage): void
  /** The link is back (or new): whatever happened meanwhile has to be asked for. */
  onConnected(): void
}

export interface SocketClient {
  /**
   * Makes these the subscriptions from now on, connecting when there are any. Those that the server knows already are
   * not sent again; after a lost connection all of them are.
   */
  follow(subscriptions: readonly Subscription[]): void
  /** Tries at once instead of waiting for the next attempt: the page came back, the network too. */
  wake(): void
  close(): void
}

const keyOf = (subscription: Subscription) =>
  'connectionId' in subscription ? `connection ${subscription.connectionId}` : `proof ${subscription.proofId}`

/**
 * The real-time link (specification, section 7): websocket, with polling where that fails. The library is loaded when
 * there is something to follow.
 */
export function createSocketClient(events: SocketEvents): SocketClient {
  let wanted = new Map<string, Subscription>()
  const known = new Set<string>()
  let socket: Socket | undefined
  let loading = false
  let closed = false

  const sendNew = () => {
    if (!socket?.connected) return
    for (const [key, subscription] of wanted) {
      if (known.has(key)) continue
      known.add(key)
      socket.emit('subscribe', subscription, (answer?: SubscribeAnswer) => {
        // Refused or lost: a later `follow` or reconnection asks again, and the page refetches over HTTP meanwhile.
        if (answer?.ok !== true) known.delete(key)
      })
    }
  }

  const open = async () => {
    if (loading || socket || closed) return
    loading = true
    events.onStatus('connecting')
    try {
      const { io } = await import('socket.io-client')
      if (closed) return
      socket = io({
        path: socketPath,
        transports: ['websocket', 'polling'],
        tryAllTransports: true,
        reconnectionDelay: socketReconnection.delay,
        reconnectionDelayMax: socketReconnection.delayMax,
        randomizationFactor: socketReconnection.randomizationFactor,
        timeout: socketReconnection.timeout,
      })
      listen(socket)
    } catch {
      events.onStatus('error', 'the live link could not be loaded')
    } finally {
      loading = false
    }
  }

  const listen = (link: Socket) => {
    link.on('connect', () => {
      known.clear()
      events.onStatus('connected')
      sendNew()
      events.onConnected()
    })
    link.on('connect_error', (error) => events.onStatus('error', error.message))
    link.on('disconnect', (reason) => {
      events.onStatus(closed ? 'disconnected' : 'connecting')
      // The library reconnects by itself except when the server closed the link on purpose.
      if (reason === 'io server disconnect') link.connect()
    })
    link.on('message', (message: unknown) => {
      if (isSocketMessage(message)) events.onMessage(message)
    })
  }

  return {
    follow(subscriptions) {
      wanted = new Map(subscriptions.map((subscription) => [keyOf(subscription), subscription]))
      if (wanted.size > 0 && !socket) void open()
      sendNew()
    },
    wake() {
      if (!socket && wanted.size > 0) void open()
      if (socket && !socket.connected) socket.connect()
    },
    close() {
      closed = true
      socket?.close()
      events.onStatus('disconnected')
    },
  }
}
