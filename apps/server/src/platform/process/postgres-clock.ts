import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** What time it is: milliseconds since 1970. */
export interface Clock {
  now(): number
}

/** How often the clocks are compared, and how long the answer may take to be worth more than what is known; milliseconds. */
const everyMs = 30_000
const goodAnswerMs = 50

/**
 * The clock of the PostgreSQL, which all nodes go by where one has to know what another means by a moment. Between comparisons it goes
 * on by this machine's count of what has passed, which nobody sets.
 */
export class PostgresClock implements Clock {
  readonly #database: Database
  #ahead = Date.now() - performance.now()
  #timer: NodeJS.Timeout | undefined

  constructor(database: Database) {
    this.#database = database
  }

  now(): number {
    return Math.round(this.#ahead + performance.now())
  }

  async start(): Promise<void> {
    await this.#compare(Number.POSITIVE_INFINITY)
    // What can't be compared now is compared the next time.
    this.#timer = setInterval(() => void this.#compare(goodAnswerMs).catch(() => undefined), everyMs).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #compare(longest: number): Promise<void> {
    const asked = performance.now()
    const { rows } = await sql<{ now: number }>`select extract(epoch from clock_timestamp()) * 1000 as now`.execute(
      this.#database,
    )
    const answered = performance.now()
    const theirs = rows[0]?.now
    if (theirs !== undefined && answered - asked <= longest) this.#ahead = theirs - (asked + answered) / 2
  }
}
