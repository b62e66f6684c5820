import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** The time in milliseconds since 1970. */
export interface Clock {
  now(): number
}

/** Milliseconds between comparisons, and the longest round trip that still improves on what is known. */
const everyMs = 30_000
const goodAnswerMs = 50

/** PostgreSQL's clock, which all nodes go by. Between comparisons it advances by this machine's monotonic clock. */
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
    // A comparison that fails is made the next time.
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
