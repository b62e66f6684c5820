import { setTimeout } from 'node:timers/promises'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Client } from 'pg'
import type { Database } from '../database/database.ts'
import { openClient } from '../database/postgres.ts'
import type { NodeNews } from './node-news.ts'

const channel = 'last_mile'
/** Pauses before the connection is made again, in milliseconds; the last one is repeated. */
const pauses = [100, 1_000, 3_000]

/** News by PostgreSQL's notifications, which are heard in the order in which their transactions were committed. */
export class PostgresNews implements NodeNews {
  readonly #url: string
  readonly #database: Database
  readonly #node: string
  readonly #onLost: (error: Error) => void
  readonly #listeners = new Map<string, (text: string) => void>()
  readonly #whenMissed: (() => void)[] = []
  readonly #stop = new AbortController()
  #client: Client | undefined

  /** @param node this one's name: it does not hear itself */
  constructor(url: string, database: Database, node: string, onLost: (error: Error) => void) {
    this.#url = url
    this.#database = database
    this.#node = node
    this.#onLost = onLost
  }

  async notify(topic: string, text: string): Promise<void> {
    await sql`select ${this.notification(topic, sql.val(text))}`.execute(this.#database)
  }

  notification(topic: string, text: Expression<unknown>): RawBuilder<unknown> {
    return sql`pg_notify(${sql.lit(channel)}, ${`${this.#node} ${topic} `}::text || ${text}::text)`
  }

  listen(topic: string, hear: (text: string) => void): void {
    this.#listeners.set(topic, hear)
  }

  onMissed(catchUp: () => void): void {
    this.#whenMissed.push(catchUp)
  }

  /** Listens from when this resolves on. */
  async open(): Promise<void> {
    const listen = (client: Client) => {
      client.on('notification', ({ payload = '' }) => this.#hear(payload))
      return client.query(`listen ${channel}`)
    }
    this.#client = await openClient(this.#url, listen, (error) => {
      if (this.#stop.signal.aborted) return
      this.#onLost(error)
      void this.#openAgain()
    })
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await this.#client?.end().catch(() => undefined)
  }

  #hear(payload: string): void {
    const [, node, topic, text] = /^(\S+) (\S+) (.*)$/s.exec(payload) ?? []
    if (node === this.#node || topic === undefined || text === undefined) return
    this.#listeners.get(topic)?.(text)
  }

  async #openAgain(): Promise<void> {
    const { signal } = this.#stop
    for (let failures = 0; !signal.aborted; failures++) {
      await setTimeout(pauses[failures] ?? pauses.at(-1), undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted) return
      const isOpen = await this.open().then(
        () => true,
        () => false,
      )
      if (!isOpen) continue
      for (const catchUp of this.#whenMissed) catchUp()
      return
    }
  }
}
