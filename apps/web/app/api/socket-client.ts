import type { PlaceNews, ProtocolMessageNews, SocketMessage, SubscribeAnswer, Subscription } from '@lastmile/contracts'
import { socketPath, socketReconnection } from '@lastmile/contracts/constants'
import type { io, Socket } from 'socket.io-client'
import { isPlaceNews, isProtocolMessageNews, isSocketMessage } from './answer-guards.ts'

/** Status values (docs/product.md, section 4). */
export type SocketStatus = 'disconnected' | 'connecting' | 'connected' | 'error'

export interface SocketEvents {
  onStatus(status: SocketStatus, message?: string): void
  onMessage(message: SocketMessage): void
  /** A DIDComm message has passed between the server and the wallet. */
  onProtocolMessage(news: ProtocolMessageNews): void
  /** An exchange waits for the server to work on it. */
  onPlace(news: PlaceNews): void
  /** From now on nothing is missed; whatever happened before, while there was no such link, has to be asked for. */
  onLinked(): void
}

export interface SocketClient {
  /**
   * Makes these the subscriptions from now on, connecting when there are any. Those that the server knows already are
   * not sent again; after a lost connection all of them are.
   */
  follow(subscriptions: readonly Subscription[]): void
  /** Whether the server has acknowledged every subscription, so that its messages can be relied upon. */
  isLinked(): boolean
  /** Tries at once instead of waiting for the next attempt: the page came back, the network too. */
  wake(): void
  close(): void
}

/** A subscription that is not acknowledged within this time is taken for lost, and sent again. */
export const acknowledgementTimeout = 5_000
/** The server keeps what a connection has asked for until it ends, and bounds it: beyond so many a new one is due. */
const mostDropped = 20
/** Pauses before what failed is tried again; the last one for ever. */
export const retryPauses = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const

const keyOf = (subscription: Subscription) => Object.entries(subscription).join()

const loadLibrary = async () => (await import('socket.io-client')).io

/**
 * The real-time link (docs/product.md, section 7): websocket, with polling where that fails. The library is loaded when
 * there is something to follow. A refused or lost subscription is sent again until the server acknowledges it.
 */
export function createSocketClient(events: SocketEvents, load: () => Promise<typeof io> = loadLibrary): SocketClient {
  let wanted = new Map<string, Subscription>()
  /** What this connection has asked for, and whether the server has acknowledged it. */
  let asked = new Map<string, 'waiting' | 'acknowledged'>()
  let socket: Socket | undefined
  let isLoading = false
  let isClosed = false
  /** Something may have been missed since the link was whole. */
  let isBehind = true
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  const isLinked = () =>
    socket?.connected === true && [...wanted.keys()].every((key) => asked.get(key) === 'acknowledged')

  const tellIfLinked = () => {
    if (!isBehind || wanted.size === 0 || !isLinked()) return
    isBehind = false
    events.onLinked()
  }

  const subscribe = () => {
    if (!socket?.connected) return
    const link = asked
    for (const [key, subscription] of wanted) {
      if (link.has(key)) continue
      link.set(key, 'waiting')
      socket
        .timeout(acknowledgementTimeout)
        .emit('subscribe', subscription, (error: Error | null, answer?: SubscribeAnswer) => {
          // Of a connection that is lost: the next one asks for everything itself.
          if (link !== asked) return
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
      asked = new Map()
      isBehind = true
      failures = 0
      events.onStatus('connected')
      subscribe()
    })
    link.on('connect_error', (error) => {
      events.onStatus('error', error.message)
      // The library goes on by itself when the server is away, but not when it was refused by what answers there.
      if (!link.active) tryLater()
    })
    link.on('disconnect', () => {
      asked = new Map()
      isBehind = true
      events.onStatus(isClosed ? 'disconnected' : 'connecting')
      // The same holds when the server has closed the link on purpose.
      if (!link.active) tryLater()
    })
    link.on('message', (message: unknown) => {
      if (isSocketMessage(message)) events.onMessage(message)
      else if (isProtocolMessageNews(message)) events.onProtocolMessage(message)
      else if (isPlaceNews(message)) events.onPlace(message)
    })
  }

  return {
    isLinked,
    follow(subscriptions) {
      wanted = new Map(subscriptions.map((subscription) => [keyOf(subscription), subscription]))
      const dropped = [...asked.keys()].filter((key) => !wanted.has(key))
      if (dropped.length > mostDropped) socket?.disconnect().connect()
      // Without anything to follow it was left alone, whatever became of it.
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
