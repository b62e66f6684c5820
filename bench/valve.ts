import type { Socket } from '@lastmile/holder'
import { openSocket } from '@lastmile/terminal-wallet/node-holder'

/**
 * Stands between a wallet and its socket and can hold what passes. So the wallet's own work, which shares the server's
 * cores, is over before the server is measured on a burst, and begins when the burst is over.
 */
export class Valve {
  readonly #incoming: (() => void)[] = []
  readonly #outgoing: (() => void)[] = []
  #isShut = false

  readonly openSocket = (url: string): Socket => {
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

  /** From now on messages are kept, in both directions. */
  shut(): void {
    this.#isShut = true
  }

  /** Whether the server has sent something since. */
  get hasCome(): boolean {
    return this.#incoming.length > 0
  }

  /** Whether the wallet has sent something since. */
  get hasAnswered(): boolean {
    return this.#outgoing.length > 0
  }

  /** The wallet gets what is kept for it. */
  letIn(): void {
    for (const pass of this.#incoming.splice(0)) pass()
  }

  /** The server gets what is kept for it. */
  letOut(): void {
    for (const pass of this.#outgoing.splice(0)) pass()
  }

  open(): void {
    this.#isShut = false
    this.letIn()
    this.letOut()
  }

  #pass(kept: (() => void)[], pass: () => void): void {
    if (this.#isShut) kept.push(pass)
    else pass()
  }
}
