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
  /** Replaces the subscriptions; connects when there are any. Sends only new ones; all of them after a reconnect. */
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
export const createSocketClient = (events: SocketEvents, load: () => Promise<typeof io> = loadLibrary): SocketClient =>
  new LiveSocket(events, load)

class LiveSocket implements SocketClient {
  readonly #events: SocketEvents
  readonly #load: () => Promise<typeof io>
  #wanted = new Map<string, Subscription>()
  /** This connection's subscriptions and their acknowledgement. */
  #sent = new Map<string, 'waiting' | 'acknowledged'>()
  #socket: Socket | undefined
  #isLoading = false
  #isClosed = false
  /** Messages may have been missed since the link was last complete. */
  #isBehind = true
  #failures = 0
  #retry: ReturnType<typeof setTimeout> | undefined

  constructor(events: SocketEvents, load: () => Promise<typeof io>) {
    this.#events = events
    this.#load = load
  }

  isLinked(): boolean {
    const isAcknowledged = (key: string) => this.#sent.get(key) === 'acknowledged'
    return this.#socket?.connected === true && [...this.#wanted.keys()].every(isAcknowledged)
  }

  follow(subscriptions: readonly Subscription[]) {
    this.#wanted = new Map(subscriptions.map((subscription) => [keyOf(subscription), subscription]))
    const dropped = [...this.#sent.keys()].filter((key) => !this.#wanted.has(key))
    if (dropped.length > mostDropped) this.#socket?.disconnect().connect()
    // An idle client may have lost its connection unnoticed.
    else if (this.#socket?.active || this.#retry !== undefined) this.#subscribe()
    else this.#tryNow()
  }

  wake() {
    this.#failures = 0
    if (this.#socket && !this.#socket.connected) this.#socket.connect()
    this.#tryNow()
  }

  close() {
    this.#isClosed = true
    clearTimeout(this.#retry)
    this.#socket?.close()
    this.#events.onStatus('disconnected')
  }

  #tryNow() {
    clearTimeout(this.#retry)
    this.#retry = undefined
    if (this.#isClosed || this.#wanted.size === 0) return
    if (!this.#socket) void this.#open()
    else if (this.#socket.active || this.#socket.connected) this.#subscribe()
    else this.#socket.connect()
  }

  #tryLater() {
    if (this.#retry !== undefined || this.#isClosed) return
    this.#retry = setTimeout(() => this.#tryNow(), retryPauses[Math.min(this.#failures, retryPauses.length - 1)])
    this.#failures += 1
  }

  async #open() {
    if (this.#isLoading || this.#socket || this.#isClosed) return
    this.#isLoading = true
    this.#events.onStatus('connecting')
    try {
      const connect = await this.#load()
      if (this.#isClosed) return
      this.#socket = connect({
        path: socketPath,
        transports: ['websocket', 'polling'],
        tryAllTransports: true,
        reconnectionDelay: socketReconnection.delay,
        reconnectionDelayMax: socketReconnection.delayMax,
        randomizationFactor: socketReconnection.randomizationFactor,
        timeout: socketReconnection.timeout,
      })
      this.#listen(this.#socket)
    } catch {
      this.#events.onStatus('error', 'the live link could not be loaded')
      this.#tryLater()
    } finally {
      this.#isLoading = false
    }
  }

  #listen(link: Socket) {
    link.on('connect', () => {
      this.#sent = new Map()
      this.#isBehind = true
      this.#failures = 0
      this.#events.onStatus('connected')
      this.#subscribe()
    })
    link.on('connect_error', (error) => {
      this.#events.onStatus('error', error.message)
      // The library reconnects to an absent server, but not after a refusal.
      if (!link.active) this.#tryLater()
    })
    link.on('disconnect', () => {
      this.#sent = new Map()
      this.#isBehind = true
      this.#events.onStatus(this.#isClosed ? 'disconnected' : 'connecting')
      // Nor after the server closed the link.
      if (!link.active) this.#tryLater()
    })
    link.on('message', (message: unknown) => {
      if (isSocketMessage(message)) this.#events.onMessage(message)
      else if (isProtocolMessageNews(message)) this.#events.onProtocolMessage(message)
      else if (isQueueNews(message)) this.#events.onQueueNews(message)
    })
  }

  #subscribe() {
    if (!this.#socket?.connected) return
    const link = this.#sent
    for (const [key, subscription] of this.#wanted) {
      if (link.has(key)) continue
      link.set(key, 'waiting')
      this.#socket
        .timeout(acknowledgementTimeout)
        .emit('subscribe', subscription, (error: Error | null, answer?: SubscribeAnswer) => {
          // Belongs to a lost connection: the next one subscribes anew.
          if (link === this.#sent) this.#answered(key, error === null && answer?.ok === true)
        })
    }
  }

  #answered(key: string, isAccepted: boolean) {
    if (!isAccepted) {
      this.#sent.delete(key)
      this.#isBehind = true
      this.#tryLater()
      return
    }
    this.#sent.set(key, 'acknowledged')
    this.#failures = 0
    if (!this.#isBehind || this.#wanted.size === 0 || !this.isLinked()) return
    this.#isBehind = false
    this.#events.onLinked()
  }
}
