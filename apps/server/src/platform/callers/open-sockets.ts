import type { IncomingMessage } from 'node:http'
import { addressOf, networkOf } from './networks.ts'

/** A whole school can be behind one address. */
const perNetwork = 1_000

/** How many web sockets each network holds open: no limit on calls sees those, and each takes memory and a descriptor. */
export class OpenSockets {
  readonly #limit: number
  readonly #trustProxy: number
  readonly #open = new Map<string, number>()

  /** @param factor multiplies the limit; @param trustProxy proxies whose forwarded address is believed */
  constructor(factor: number, trustProxy: number) {
    this.#limit = Math.max(1, Math.round(perNetwork * factor))
    this.#trustProxy = trustProxy
  }

  hasRoomFor(request: IncomingMessage): boolean {
    return (this.#open.get(this.networkOf(request)) ?? 0) < this.#limit
  }

  /** @returns what to call once, when the socket is closed */
  opened(request: IncomingMessage): () => void {
    const network = this.networkOf(request)
    this.#open.set(network, (this.#open.get(network) ?? 0) + 1)
    return () => {
      const left = (this.#open.get(network) ?? 1) - 1
      if (left > 0) this.#open.set(network, left)
      else this.#open.delete(network)
    }
  }

  /** What counts as one caller. */
  networkOf(request: IncomingMessage): string {
    return networkOf(addressOf(request, this.#trustProxy))
  }
}
