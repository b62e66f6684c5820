import PQueue from 'p-queue'

/** Bounds concurrent work. More waits in a queue; a full queue rejects. */
export class Limiter {
  readonly #queue: PQueue
  /** Waiting or at work, whether or not it still counts. */
  #running = 0

  constructor(size: number) {
    this.#queue = new PQueue({ concurrency: size })
  }

  get idle(): boolean {
    return this.#running === 0
  }

  /**
   * Work that only waits from some point on calls `leave` there, and the next begins.
   * Rejects with `QueueFull` when `queueLength` others wait already.
   */
  async run<Result>(
    work: (leave: () => void) => Promise<Result>,
    queueLength = Number.POSITIVE_INFINITY,
  ): Promise<Result> {
    const { pending, concurrency, size } = this.#queue
    if (pending >= concurrency && size >= queueLength) throw new QueueFull()
    this.#running++
    try {
      return await new Promise<Result>((resolve, reject) => {
        // `async`, so that work which throws at once rejects too.
        const begin = async (leave: () => void) => work(leave)
        void this.#queue.add(() => new Promise<void>((leave) => void begin(leave).then(resolve, reject).finally(leave)))
      })
    } finally {
      this.#running--
    }
  }
}

/** A limiter per key, such as a sender, a thread or an address; idle keys take no memory. */
export class KeyedLimiter {
  readonly #size: number
  readonly #limiters = new Map<string, Limiter>()

  constructor(size: number) {
    this.#size = size
  }

  /** As `Limiter.run`. */
  async run<Result>(key: string, work: (leave: () => void) => Promise<Result>, queueLength?: number): Promise<Result> {
    const limiter = this.#limiters.get(key) ?? new Limiter(this.#size)
    this.#limiters.set(key, limiter)
    try {
      return await limiter.run(work, queueLength)
    } finally {
      if (limiter.idle) this.#limiters.delete(key)
    }
  }
}

/** One sender takes at most half of the concurrency. */
export class FairLimiter {
  readonly #limiter: Limiter
  readonly #bySender: KeyedLimiter

  constructor(size: number) {
    this.#limiter = new Limiter(size)
    this.#bySender = new KeyedLimiter(Math.ceil(size / 2))
  }

  /** As `Limiter.run`. @param onSenderAdmitted called when only the limit for all is left to wait for */
  run<Result>(
    sender: string,
    work: (leave: () => void) => Promise<Result>,
    onSenderAdmitted: () => void = () => undefined,
  ): Promise<Result> {
    return this.#bySender.run(sender, (leaveSender) => {
      onSenderAdmitted()
      return this.#limiter.run((leave) =>
        work(() => {
          leave()
          leaveSender()
        }),
      )
    })
  }
}

/** Too much is running or waiting. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}
