import { isPostgresUnwritable } from './postgres.ts'
import { isSqliteUnwritable } from './sqlite-file.ts'

/** Milliseconds without a failed write before writes count as working again; doubled each time that was wrong. */
const pauses = { first: 3_000, longest: 60_000 }

/**
 * Notices a full disk: some writes fail, others don't, and connections stay, so nothing else says when it is over and
 * interrupted work can go on.
 */
export class WriteFailures {
  #pause = pauses.first
  #timer: NodeJS.Timeout | undefined
  #endedAt = Number.NEGATIVE_INFINITY
  #onEnd = () => {}

  /** Call it with the failure of each query; it ignores failures of other kinds. */
  note(error: unknown): void {
    if (!isPostgresUnwritable(error) && !isSqliteUnwritable(error)) return
    if (!this.#timer) {
      const wasOver = performance.now() - this.#endedAt > 2 * this.#pause
      this.#pause = wasOver ? pauses.first : Math.min(2 * this.#pause, pauses.longest)
    }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#end(), this.#pause).unref()
  }

  /** @param listener called each time that writes seem to do well again */
  onEnd(listener: () => void): void {
    this.#onEnd = listener
  }

  #end(): void {
    this.#timer = undefined
    this.#endedAt = performance.now()
    this.#onEnd()
  }
}
