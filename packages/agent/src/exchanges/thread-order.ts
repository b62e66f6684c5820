/**
 * Runs what belongs to one protocol thread one after the other. Credo reads a record, checks its state and writes it
 * back; two messages of one thread at once would both find the state they need: one invitation taken by two wallets,
 * one offer answered with two credentials.
 */
export class ThreadOrder {
  readonly #tails = new Map<string, Promise<unknown>>()

  async run<Result>(threadId: string, work: () => Promise<Result>): Promise<Result> {
    const previous = this.#tails.get(threadId)
    const current = previous ? previous.then(work, work) : work()
    this.#tails.set(threadId, current)
    try {
      return await current
    } finally {
      if (this.#tails.get(threadId) === current) this.#tails.delete(threadId)
    }
  }
}
