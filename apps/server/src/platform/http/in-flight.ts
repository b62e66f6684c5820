import type { FastifyInstance } from 'fastify'

/** The calls under way, and those that begin. */
export class InFlight {
  #count = 0
  #lastBegun = 0
  #whenIdle: (() => void) | undefined

  constructor(app: FastifyInstance) {
    app.server.on('connection', () => {
      this.#lastBegun = performance.now()
    })
    app.server.on('request', (_request, response) => {
      this.#count++
      this.#lastBegun = performance.now()
      response.once('close', () => {
        this.#count--
        if (this.#count === 0) this.#whenIdle?.()
      })
    })
  }

  /** Resolves when no call has begun for so long, in milliseconds, or after the longest time. */
  async quiet(forMs: number, longestMs: number): Promise<void> {
    const began = performance.now()
    for (;;) {
      await new Promise((resume) => setTimeout(resume, forMs))
      // Those that came meanwhile are heard of after the timers of a busy turn.
      await new Promise(setImmediate)
      const now = performance.now()
      if (now - this.#lastBegun >= forMs || now - began >= longestMs) return
    }
  }

  /** Resolves when none is under way. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenIdle = resolve
      if (this.#count === 0) resolve()
    })
  }
}
