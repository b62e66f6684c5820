/** Runs at most `atOnce` pieces of work at the same time; the others wait in order. */
export class WorkQueue {
  readonly #atOnce: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** How many pieces have not begun. */
  get waiting(): number {
    return this.#waiting.length
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#atOnce) await new Promise<void>((begin) => this.#waiting.push(begin))
    else this.#running++
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
