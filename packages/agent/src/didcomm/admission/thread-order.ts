import { KeyedLimiter } from '../../core/limits/limiter.ts'
import type { AgentStorage } from '../../port/storage.ts'

/** Messages that may wait for others of their thread or invitation; an honest wallet sends one after the other. */
export const mostWaiting = 4

/**
 * Runs the work of one protocol thread serially, across all processes on one storage. Credo reads, checks and writes
 * a record without a lock: two messages at once could take one invitation twice or answer one offer twice.
 */
export class ThreadOrder extends KeyedLimiter {
  readonly #storage: Pick<AgentStorage, 'others' | 'withLock'>

  constructor(storage: Pick<AgentStorage, 'others' | 'withLock'>) {
    super(1)
    this.#storage = storage
  }

  override run<Result>(
    thread: string,
    work: (leave: () => void) => Promise<Result>,
    queueLength?: number,
  ): Promise<Result> {
    const { others } = this.#storage
    if (!others) return super.run(thread, work, queueLength)
    return super.run(thread, (leave) => this.#storage.withLock(`thread ${thread}`, () => work(leave)), queueLength)
  }

  /** Works on an exchange as it is once no message of its thread is handled. @returns false when there is none */
  async runAlone<Exchange extends { threadId: string }>(
    find: () => Promise<Exchange | null>,
    work: (exchange: Exchange) => Promise<unknown>,
  ): Promise<boolean> {
    const known = await find()
    if (!known) return false
    await this.run(known.threadId, async () => {
      const current = await find()
      if (current) await work(current)
    })
    return true
  }
}
