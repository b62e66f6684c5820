/** A stored exchange. */
export interface Dated {
  id: string
  updatedAt?: Date
  createdAt: Date
}

/** `setTimeout` cannot wait longer. */
const longestTimer = 2 ** 31 - 1

/**
 * When open requests end. A request's end follows from when it was made, which is stored with it, so a restart
 * changes nothing; the timers here only make sure that it is read.
 */
export class Deadlines {
  readonly #expiry: number
  readonly #onDue: (id: string) => Promise<unknown>
  readonly #timers = new Map<string, NodeJS.Timeout>()

  constructor(expiry: number, onDue: (id: string) => Promise<unknown>) {
    this.#expiry = expiry
    this.#onDue = onDue
  }

  watch(request: Dated): void {
    const { id, createdAt } = request
    const wait = Math.min(Math.max(0, createdAt.getTime() + this.#expiry - Date.now()), longestTimer)
    const timer = setTimeout(() => {
      this.#timers.delete(id)
      // A timer may be a millisecond early, and much more when the clock is set back.
      if (!this.isOver(request)) return this.watch(request)
      // The next reader of the request ends it then.
      this.#onDue(id).catch(() => undefined)
    }, wait)
    timer.unref()
    this.#timers.set(id, timer)
  }

  isOver({ createdAt }: Dated): boolean {
    return Date.now() >= createdAt.getTime() + this.#expiry
  }

  forget(id: string): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }
}
