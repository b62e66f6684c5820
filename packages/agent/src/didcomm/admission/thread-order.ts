import { KeyedLimiter } from '../../core/limits/limiter.ts'
import type { AgentStorage } from '../../port/storage.ts'

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
    lineLength?: number,
  ): Promise<Result> {
    const { others } = this.#storage
    if (!others) return super.run(thread, work, lineLength)
    return super.run(thread, (leave) => this.#storage.withLock(`thread ${thread}`, () => work(leave)), lineLength)
  }
}
