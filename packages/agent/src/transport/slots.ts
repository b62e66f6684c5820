/** A bound on how much runs at the same time. What finds no free slot waits in line; a full line is refused. */
export class Slots {
  readonly #size: number
  readonly #lineLength: number
  readonly #line: (() => void)[] = []
  readonly #onIdle: (() => void)[] = []
  #taken = 0
  /** Waiting or at work, whether or not it still holds its slot. */
  #running = 0

  constructor(size: number, lineLength: number) {
    this.#size = size
    this.#lineLength = lineLength
  }

  get full(): boolean {
    return this.#taken >= this.#size && this.#line.length >= this.#lineLength
  }

  get idle(): boolean {
    return this.#running === 0
  }

  /** Resolves when nothing runs or waits any more. */
  async drained(): Promise<void> {
    if (!this.idle) await new Promise<void>((resolve) => this.#onIdle.push(resolve))
  }

  /**
   * Runs `work` in a slot. Work that only waits from some point on calls `leave` there, and the next begins. Rejects
   * with `SlotsFull` when the line is full.
   */
  async run<Result>(work: (leave: () => void) => Promise<Result>): Promise<Result> {
    if (this.full) throw new SlotsFull()
    this.#running++
    if (this.#taken >= this.#size) await new Promise<void>((resolve) => this.#line.push(resolve))
    else this.#taken++
    let held = true
    const leave = () => {
      if (!held) return
      held = false
      const next = this.#line.shift()
      if (next) next()
      else this.#taken--
    }
    try {
      return await work(leave)
    } finally {
      leave()
      this.#running--
      if (this.idle) for (const resolve of this.#onIdle.splice(0)) resolve()
    }
  }
}

export class SlotsFull extends Error {
  override readonly name = 'SlotsFull'
}
