import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ByteQuota } from '@lastmile/agent/core'
import { weighBody } from './bodies.ts'
import { guardFrames } from './frame-guard.ts'
import { ownLimiter } from './limiters.ts'
import { addressOf } from './networks.ts'
import { callerOf, refusalSourceOf } from './senders.ts'

/** A whole school can be behind one address. */
const perCaller = 1_000
/** The most requests of one caller's sockets in a minute; pages make about a dozen in a visit. */
const asksPerMinute = 6_000
/** A socket that had to be ended counts for so much: a caller with many opens no more until the minute is over. */
const costOfEnding = 50

interface Settings {
  /** Multiplies the limits. */
  factor: number
  /** Proxies whose forwarded address is believed. */
  trustProxy: number
  publicUrl: string
  quota: ByteQuota
}

/** The sockets of each caller: how many are open, what they send, and what they cost. No limit on calls sees those. */
export class OpenSockets {
  readonly #settings: Settings
  readonly #most: number
  readonly #open = new Map<string, number>()
  readonly #costs

  constructor(settings: Settings) {
    const { factor } = settings
    this.#settings = settings
    this.#most = Math.max(1, Math.round(perCaller * factor))
    this.#costs = ownLimiter({ name: 'sockets', most: Math.round(asksPerMinute * factor), windowMs: 60_000 })
  }

  allows(request: IncomingMessage): boolean {
    const caller = this.callerOf(request)
    return (this.#open.get(caller) ?? 0) < this.#most && !this.#costs.isUsedUp(caller)
  }

  /** @returns what to call once, when the socket is closed */
  opened(request: IncomingMessage): () => void {
    const caller = this.callerOf(request)
    this.#open.set(caller, (this.#open.get(caller) ?? 0) + 1)
    return () => {
      const left = (this.#open.get(caller) ?? 1) - 1
      if (left > 0) this.#open.set(caller, left)
      else this.#open.delete(caller)
    }
  }

  /** Bounds what a socket sends. @param countsAll whether each frame counts, or only those that carry no message */
  guard(request: IncomingMessage, socket: Duplex, countsAll: boolean): void {
    const sender = this.callerOf(request)
    const onEnded = () => this.count(request, costOfEnding)
    guardFrames(socket, { quota: this.#settings.quota, sender, countsAll, onEnded })
  }

  /** Bounds what a page sends by polling, as {@link guard} does on a socket. */
  weigh(request: IncomingMessage, response: ServerResponse): void {
    const refuse = () => request.destroy()
    const { quota } = this.#settings
    if (!weighBody(request, response, { quota, sender: this.callerOf(request), refuse })) refuse()
  }

  /** Counts what a caller's socket costs. @returns whether it may ask for more within this minute */
  count(request: IncomingMessage, cost: number): boolean {
    const caller = this.callerOf(request)
    void this.#costs.take(caller, cost)
    return !this.#costs.isUsedUp(caller)
  }

  /** The caller whose quota a socket counts against. */
  callerOf(request: IncomingMessage): string {
    return callerOf(this.#call(request), this.#settings.publicUrl)
  }

  /** The sender that refused messages of a socket count against. */
  refusalSourceOf(request: IncomingMessage): string {
    return refusalSourceOf(this.#call(request), this.#settings.publicUrl)
  }

  #call(request: IncomingMessage) {
    return { headers: request.headers, address: addressOf(request, this.#settings.trustProxy) }
  }
}
