import type { ProtocolMessageNews, QueueNews, SocketMessage, SubscribeAnswer, Subscription } from '@lastmile/contracts'
import { socketPath, socketReconnection } from '@lastmile/contracts/constants'
import type { io, Socket } from 'socket.io-client'
import { isProtocolMessageNews, isQueueNews, isSocketMessage } from './answer-guards.ts'

/** Status values (docs/product.md, section 4). */
export type SocketStatus = 'disconnected' | 'connecting' | 'connected' | 'error'

export interface SocketEvents {
  onStatus(status: SocketStatus, message?: string): void
  onMessage(message: SocketMessage): void
  /** The server and the wallet exchanged a DIDComm message. */
  onProtocolMessage(news: ProtocolMessageNews): void
  /** An exchange waits in the server's queue. */
  onQueueNews(news: QueueNews): void
  /** The link is complete from now on; fetch whatever happened before. */
  onLinked(): void
}

export interface SocketClient {
  /**
   * Replaces the subscriptions; connects when there are any. Sends only new ones, and all of them after a reconnect.
   */
  follow(subscriptions: readonly Subscription[]): void
  /** Whether the server acknowledged every subscription: its messages are then complete. */
  isLinked(): boolean
  /** Reconnects at once: the page or the network is back. */
  wake(): void
  close(): void
}

/** An unacknowledged subscription counts as lost after this time and is sent again. */
export const acknowledgementTimeout = 5_000
/** The server bounds the subscriptions of a connection and frees them at its end: past this number, reconnect. */
const mostDropped = 20
/** Pauses between retries; the last one repeats. */
export const retryPauses = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const

const keyOf = (subscription: Subscription) => Object.entries(subscription).join()

const loadLibrary = async () => (await import('socket.io-client')).io

/**
 * The real-time link (docs/product.md, section 7): WebSocket with polling as fallback. Loads the library on demand.
 * Resends a refused or lost subscription until the server acknowledges it.
 */
export function createSocketClient(events: SocketEvents, load: () => Promise<typeof io> = loadLibrary): SocketClient {
  let wanted = new Map<string, Subscription>()
  /** This connection's subscriptions and their acknowledgement. */
  let sent = new Map<string, 'waiting' | 'acknowledged'>()
  let socket: Socket | undefined
  let isLoading = false
  let isClosed = false
  /** Messages may have been missed since the link was last complete. */
  let isBehind = true
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  const isLinked = () =>
    socket?.connected === true && [...wanted.keys()].every((key) => sent.get(key) === 'acknowledged')

  const tellIfLinked = () => {
    if (!isBehind || wanted.size === 0 || !isLinked()) return
    isBehind = false
    events.onLinked()
  }

  const subscribe = () => {
    if (!socket?.connected) return
    const link = sent
    for (const [key, subscription] of wanted) {
      if (link.has(key)) continue
      link.set(key, 'waiting')
      socket
        .timeout(acknowledgementTimeout)
        .emit('subscribe', subscription, (error: Error | null, answer?: SubscribeAnswer) => {
          // Belongs to a lost connection: the next one subscribes anew.
          if (link !== sent) return
          if (error === null && answer?.ok === true) {
            link.set(key, 'acknowledged')
            failures = 0
            tellIfLinked()
          } else {
            link.delete(key)
            isBehind = true
            tryLater()
          }
        })
    }
  }

  const tryNow = () => {
    clearTimeout(retry)
    retry = undefined
    if (isClosed || wanted.size === 0) return
    if (!socket) void open()
    else if (socket.active || socket.connected) subscribe()
    else socket.connect()
  }

  const tryLater = () => {
    if (retry !== undefined || isClosed) return
    retry = setTimeout(tryNow, retryPauses[Math.min(failures, retryPauses.length - 1)])
    failures += 1
  }

  const open = async () => {
    if (isLoading || socket || isClosed) return
    isLoading = true
    events.onStatus('connecting')
    try {
      const connect = await load()
      if (isClosed) return
      socket = connect({
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
      tryLater()
    } finally {
      isLoading = false
    }
  }

  const listen = (link: Socket) => {
    link.on('connect', () => {
      sent = new Map()
      isBehind = true
      failures = 0
      events.onStatus('connected')
      subscribe()
    })
    link.on('connect_error', (error) => {
      events.onStatus('error', error.message)
      // The library reconnects to an absent server, but not after a refusal.
      if (!link.active) tryLater()
    })
    link.on('disconnect', () => {
      sent = new Map()
      isBehind = true
      events.onStatus(isClosed ? 'disconnected' : 'connecting')
      // Nor after the server closed the link.
      if (!link.active) tryLater()
    })
    link.on('message', (message: unknown) => {
      if (isSocketMessage(message)) events.onMessage(message)
      else if (isProtocolMessageNews(message)) events.onProtocolMessage(message)
      else if (isQueueNews(message)) events.onQueueNews(message)
    })
  }

  return {
    isLinked,
    follow(subscriptions) {
      wanted = new Map(subscriptions.map((subscription) => [keyOf(subscription), subscription]))
      const dropped = [...sent.keys()].filter((key) => !wanted.has(key))
      if (dropped.length > mostDropped) socket?.disconnect().connect()
      // An idle client may have lost its connection unnoticed.
      else if (socket?.active || retry !== undefined) subscribe()
      else tryNow()
    },
    wake() {
      failures = 0
      if (socket && !socket.connected) socket.connect()
      tryNow()
    },
    close() {
      isClosed = true
      clearTimeout(retry)
      socket?.close()
      events.onStatus('disconnected')
    },
  }
}
