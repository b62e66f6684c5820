import PQueue from 'p-queue'

/** A bound on how much runs at the same time. What finds no free slot waits in line; a full line is refused. */
export class Slots {
  readonly #queue: PQueue
  readonly #lineLength: number
  /** Waiting or at work, whether or not it still holds its slot. */
  #running = 0

  constructor(size: number, lineLength: number) {
    this.#queue = new PQueue({ concurrency: size })
    this.#lineLength = lineLength
  }

  get idle(): boolean {
    return this.#running === 0
  }

  /**
   * Runs `work` in a slot. Work that only waits from some point on calls `leave` there, and the next begins. Rejects
   * with `SlotsFull` when `lineLength` others wait already.
   */
  async run<Result>(work: (leave: () => void) => Promise<Result>, lineLength = this.#lineLength): Promise<Result> {
    const { pending, concurrency, size } = this.#queue
    if (pending >= concurrency && size >= lineLength) throw new SlotsFull()
    this.#running++
    try {
      return await new Promise<Result>((resolve, reject) => {
        // What work throws before it has waited for anything is a rejection too.
        const begin = async (leave: () => void) => work(leave)
        void this.#queue.add(() => new Promise<void>((leave) => void begin(leave).then(resolve, reject).finally(leave)))
      })
    } finally {
      this.#running--
    }
  }
}

/** Slots for each key, such as a sender, a thread or an address; keys that nothing runs for take no memory. */
export class SlotsByKey {
  readonly #size: number
  readonly #lineLength: number
  readonly #slots = new Map<string, Slots>()

  constructor(size: number, lineLength = Number.POSITIVE_INFINITY) {
    this.#size = size
    this.#lineLength = lineLength
  }

  /** As `Slots.run`. */
  async run<Result>(
    key: string,
    work: (leave: () => void) => Promise<Result>,
    lineLength = this.#lineLength,
  ): Promise<Result> {
    const slots = this.#slots.get(key) ?? new Slots(this.#size, this.#lineLength)
    this.#slots.set(key, slots)
    try {
      return await slots.run(work, lineLength)
    } finally {
      if (slots.idle) this.#slots.delete(key)
    }
  }
}

/** Slots for all, of which one sender holds at most half, so that others always find some. */
export class FairSlots {
  readonly #slots: Slots
  readonly #shares: SlotsByKey

  constructor(size: number) {
    this.#slots = new Slots(size, Number.POSITIVE_INFINITY)
    this.#shares = new SlotsByKey(Math.ceil(size / 2))
  }

  /** As `Slots.run`. @param hasShare called when nobody but those whose turn comes before is waited for */
  run<Result>(
    sender: string,
    work: (leave: () => void) => Promise<Result>,
    hasShare: () => void = () => undefined,
  ): Promise<Result> {
    return this.#shares.run(sender, (leaveShare) => {
      hasShare()
      return this.#slots.run((leaveSlot) =>
        work(() => {
          leaveSlot()
          leaveShare()
        }),
      )
    })
  }
}

/** There is no room for more at the moment. */
export class SlotsFull extends Error {
  override readonly name = 'SlotsFull'
}
