import { V2PresentationProblemReportError } from '@credo-ts/didcomm'
import { LRUCache } from 'lru-cache'

const minute = 60_000

/** Senders that are counted at the same time, so that counting needs bounded memory. */
const mostSenders = 50_000

/**
 * An answer that was not found good. It ends a request that this site made: there are only so many of these, and a good
 * answer costs as much, so it is not counted against its sender.
 */
export class AnswerRefused extends V2PresentationProblemReportError {}

/**
 * Counts, per sender, messages refused after costly work: unpacking, lookups, waiting. Honest wallets cause few.
 * A sender with many gets no more such work until a minute after the first.
 */
export class Refusals {
  readonly #most: number
  readonly #counts = new LRUCache<string, { count: number }>({ max: mostSenders, ttl: minute })

  /** @param most that a sender may have within a minute */
  constructor(most: number) {
    this.#most = most
  }

  note(sender: string): void {
    const counted = this.#counts.get(sender)
    if (counted) counted.count++
    else this.#counts.set(sender, { count: 1 })
  }

  areTooMany(sender: string): boolean {
    return (this.#counts.get(sender)?.count ?? 0) >= this.#most
  }
}
