import { isPostgresUnwritable } from './postgres.ts'
import { isSqliteUnwritable } from './sqlite-file.ts'

/** How long no write may fail before it is thought that all do well again; twice as long each time that it was not so. Milliseconds. */
const pauses = { first: 3_000, longest: 60_000 }

/**
 * A database that can be read and not written, because its disk is full: some writes fail and others do not, on connections that stay, so
 * nothing else would say when it is over and what failed meanwhile can be gone on with.
 */
export class WriteFailures {
  #pause = pauses.first
  #timer: NodeJS.Timeout | undefined
  #endedAt = Number.NEGATIVE_INFINITY
  #tell = () => {}

  /** To be told of the failure of each query; those of other kinds are none of these. */
  note(error: unknown): void {
    if (!isPostgresUnwritable(error) && !isSqliteUnwritable(error)) return
    if (!this.#timer) {
      const wasOver = performance.now() - this.#endedAt > 2 * this.#pause
      this.#pause = wasOver ? pauses.first : Math.min(2 * this.#pause, pauses.longest)
    }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#end(), this.#pause).unref()
  }

  /** @param tell called each time that writes seem to do well again */
  onEnd(tell: () => void): void {
    this.#tell = tell
  }

  #end(): void {
    this.#timer = undefined
    this.#endedAt = performance.now()
    this.#tell()
  }
}
