import { SlotsByKey } from '../../core/limits/slots.ts'
import type { AgentStorage } from '../../port/storage.ts'

/**
 * Runs what belongs to one protocol thread one after the other, in all processes on one storage. Credo reads a record, checks its state
 * and writes it back; two messages of one thread at once would both find the state they need: one invitation taken by two wallets,
 * one offer answered with two credentials.
 */
export class ThreadOrder extends SlotsByKey {
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
