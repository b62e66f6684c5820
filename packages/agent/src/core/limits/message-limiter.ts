import { yieldToEventLoop } from '../../port/yield-to-event-loop.ts'
import type { ByteQuota } from './byte-quota.ts'
import { FairLimiter, KeyedLimiter, QueueFull } from './limiter.ts'
import type { WorkQueue } from './work-queue.ts'

/** So many bytes each message counts for at least, which bounds their number. */
const leastBytes = 32 * 1024

/** DIDs of one sender that are looked up on other hosts at the same time; others are refused. */
const lookUpsAtOnce = 4

interface UnderWay {
  sender: string
  leave(): void
}

/**
 * Limits concurrent work on wallets' messages, fairly between senders. Waiting for a thread or a host is not counted.
 * Cryptography is slow and has a queue of its own, so it never delays the rest.
 */
export class MessageLimiter<Subject = unknown> {
  readonly #limiter: FairLimiter
  readonly #queue: WorkQueue<Subject>
  readonly #quota: Pick<ByteQuota, 'take' | 'give'>
  readonly #lookUps = new KeyedLimiter(lookUpsAtOnce)
  /** By message. */
  readonly #underWay = new WeakMap<object, UnderWay>()
  readonly #all = new Set<Promise<unknown>>()

  /** @param size messages that are worked on at the same time; @param queue for those that need cryptography */
  constructor(size: number, queue: WorkQueue<Subject>, quota: Pick<ByteQuota, 'take' | 'give'>) {
    this.#limiter = new FairLimiter(size)
    this.#queue = queue
    this.#quota = quota
  }

  /** Resolves when nothing is under way any more. */
  async drained(): Promise<void> {
    while (this.#all.size > 0) await Promise.allSettled(this.#all)
  }

  /**
   * Starts work on a message. Rejects with `QueueFull` when its sender, or all together, have too much under way.
   */
  async begin<Result>(message: object, sender: string, bytes: number, work: () => Promise<Result>): Promise<Result> {
    const weight = Math.max(bytes, leastBytes)
    if (!this.#quota.take(sender, weight)) throw new QueueFull()
    const working = this.#limiter.run(sender, this.#workOf(message, sender, work))
    this.#all.add(working)
    try {
      return await working
    } finally {
      this.#all.delete(working)
      this.#quota.give(sender, weight)
    }
  }

  /** Lets the next message work; this one only waits from here on. */
  leave(message: object): void {
    this.#underWay.get(message)?.leave()
  }

  /** Continues work on a message that waited. */
  async resume<Result>(message: object, work: () => Promise<Result>): Promise<Result> {
    const sender = this.#senderOf(message)
    return this.#limiter.run(sender, this.#workOf(message, sender, work))
  }

  /** The same with a message that needs cryptography. @param subject what it is about */
  async resumeQueued<Result>(message: object, subject: Subject, work: () => Promise<Result>): Promise<Result> {
    const sender = this.#senderOf(message)
    return this.#queue.run(subject, sender, this.#workOf(message, sender, work))
  }

  /** Waits for another host. Rejects with `QueueFull` when this sender has several such waits. */
  async lookUp<Result>(message: object, work: () => Promise<Result>): Promise<Result> {
    return this.#lookUps.run(this.#senderOf(message), work, 0)
  }

  #senderOf(message: object): string {
    return this.#underWay.get(message)?.sender ?? ''
  }

  #workOf<Result>(
    message: object,
    sender: string,
    work: () => Promise<Result>,
  ): (leave: () => void) => Promise<Result> {
    return async (leave) => {
      this.#underWay.set(message, { sender, leave })
      await yieldToEventLoop()
      return work()
    }
  }
}
