import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { Client } from 'pg'
import { openClient } from '../database/postgres.ts'
import { createProcessLocks, type Locks } from './locks.ts'

/** Pauses before a lock is tried again that another node has, in milliseconds. */
const pause = { first: 5, longest: 100 }

/**
 * Locks shared by nodes: PostgreSQL's advisory locks, which end with their connection. One connection holds all of this
 * node's, so they cannot use up the pool; it never waits in the database, which would block it.
 */
export class PostgresLocks implements Locks {
  readonly #url: string
  readonly #onLost: (error: Error) => void
  /** At most one of this node waits for another node at a time. */
  readonly #here = createProcessLocks()
  /** The driver wants to be asked one thing at a time on a connection. */
  readonly #questions = new PQueue({ concurrency: 1 })
  #session: Promise<Client> | undefined
  #isClosed = false

  /** @param onLost called when the connection breaks, and with it the locks that are held */
  constructor(url: string, onLost: (error: Error) => void) {
    this.#url = url
    this.#onLost = onLost
  }

  withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    return this.#here.withLock(name, async () => {
      const release = await this.hold(name)
      try {
        return await work()
      } finally {
        release()
      }
    })
  }

  /** Waits for the lock and keeps it. @returns what lets go of it */
  async hold(name: string): Promise<() => void> {
    const key = keyOf(name)
    for (let wait = pause.first; ; wait = Math.min(2 * wait, pause.longest)) {
      const session = await this.#connected()
      const { rows } = await this.#questions.add(() => session.query<{ held: boolean }>({ ...tryLock, values: [key] }))
      // Without a connection there is no lock to let go of.
      if (rows[0]?.held)
        return () => void this.#questions.add(() => session.query({ ...unlock, values: [key] })).catch(() => undefined)
      await setTimeout(wait * (0.5 + Math.random()))
    }
  }

  /** Which of these locks some node holds. */
  async held(names: string[]): Promise<string[]> {
    const session = await this.#connected()
    const { rows } = await this.#questions.add(() => session.query<{ key: string }>(allHeld))
    const keys = new Set(rows.map(({ key }) => key))
    return names.filter((name) => keys.has(keyOf(name)))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await (await this.#session?.catch(() => undefined))?.end().catch(() => undefined)
  }

  #connected(): Promise<Client> {
    if (this.#isClosed) throw new Error('The locks are closed')
    const lost = (error: Error) => {
      if (this.#isClosed) return
      this.#session = undefined
      this.#onLost(error)
    }
    this.#session ??= openClient(this.#url, async () => {}, lost).catch((error) => {
      this.#session = undefined
      throw error
    })
    return this.#session
  }
}

/** Advisory locks have numbers of 64 bits for names. */
const keyOf = (name: string): string => createHash('sha256').update(name).digest().readBigInt64BE().toString()

const tryLock = { name: 'lock', text: 'select pg_try_advisory_lock($1) as held' }
const unlock = { name: 'unlock', text: 'select pg_advisory_unlock($1)' }
/** The number stands in two halves there. */
const allHeld = {
  name: 'held',
  text: `select ((classid::bigint << 32) | objid::bigint)::text as key from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted
    and database = (select oid from pg_database where datname = current_database())`,
}
