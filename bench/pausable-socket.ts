import type { Socket } from '@lastmile/holder'
import { openSocket } from '@lastmile/terminal-wallet/node-holder'

/**
 * A wallet's socket that keeps messages while it is paused. The wallet's own work, which shares the server's cores, is
 * then over before the server is measured on a burst, and begins when the burst is over.
 */
export class PausableSocket {
  readonly #incoming: (() => void)[] = []
  readonly #outgoing: (() => void)[] = []
  #isPaused = false

  readonly open = (url: string): Socket => {
    const inner = openSocket(url)
    const port: Socket = {
      send: (text) => this.#pass(this.#outgoing, () => inner.send(text)),
      close: () => inner.close(),
      onopen: null,
      onmessage: null,
      onclose: null,
    }
    inner.onopen = () => port.onopen?.()
    inner.onmessage = (event) => this.#pass(this.#incoming, () => port.onmessage?.(event))
    inner.onclose = () => port.onclose?.()
    return port
  }

  /** Keeps messages from now on, in both directions. */
  pause(): void {
    this.#isPaused = true
  }

  /** Whether messages of the server are kept. */
  get hasIncoming(): boolean {
    return this.#incoming.length > 0
  }

  /** Whether messages of the wallet are kept. */
  get hasOutgoing(): boolean {
    return this.#outgoing.length > 0
  }

  /** Delivers the kept messages to the wallet. */
  deliverIncoming(): void {
    for (const pass of this.#incoming.splice(0)) pass()
  }

  /** Delivers the kept messages to the server. */
  deliverOutgoing(): void {
    for (const pass of this.#outgoing.splice(0)) pass()
  }

  resume(): void {
    this.#isPaused = false
    this.deliverIncoming()
    this.deliverOutgoing()
  }

  #pass(kept: (() => void)[], pass: () => void): void {
    if (this.#isPaused) kept.push(pass)
    else pass()
  }
}
