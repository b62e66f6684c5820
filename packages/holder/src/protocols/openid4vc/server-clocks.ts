import { originOf } from '../../core/parse-url.ts'
import type { Clock } from '../../core/platform.ts'

/** Milliseconds by which clocks may differ before it matters. */
const tolerance = 30_000

/** The time at each server, by the `Date` of its answers (RFC 9110, 6.6.1): a device's clock may be hours off. */
export class ServerClocks {
  readonly #clock: Clock
  readonly #ahead = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  note(url: string, date: string | null): void {
    const measured = Date.parse(date ?? '') - this.#clock.now()
    const ahead = Math.abs(measured) > tolerance ? measured : 0
    const isNews = Math.abs(ahead - this.ahead(url)) > tolerance
    if (isNews && !Number.isNaN(measured)) this.#ahead.set(originOf(url) ?? '', ahead)
  }

  /** Milliseconds by which the server's clock is ahead of this device's. */
  ahead(url: string): number {
    return this.#ahead.get(originOf(url) ?? '') ?? 0
  }

  /** Milliseconds since 1970 at the server. */
  now(url: string): number {
    return this.#clock.now() + this.ahead(url)
  }
}
