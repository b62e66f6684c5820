import { type Compilable, type Selectable, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Database } from '../../platform/database/database.ts'
import { PreparedQuery } from '../../platform/database/prepared-query.ts'
import { type DatabaseSchema, type Entry, ledgerColumns } from '../../platform/database/schema.ts'
import type { EventPublisher } from '../../platform/process/event-publisher.ts'
import type { NodeNews } from '../../platform/process/node-news.ts'
import { eachStored, type LedgerChange, type Outbox } from './outbox.ts'

type Written = Selectable<DatabaseSchema['ledger']> & { position: number; notified: unknown }

/** The changed entry as JSON, with the names that it has here. */
const asJson = sql`json_build_object(${sql.join(ledgerColumns.flatMap((name) => [sql.lit(name), sql.ref(`changed.${name}`)]))})`

const topic = 'ledger'
const minute = 60_000
/** How long events are kept for nodes that could not hear for a moment: their clocks may be a minute off. */
const keptMs = 5 * minute
/** Positions of emitted events that a node caches; within that time there are not nearly as many. */
const mostCached = 50_000

/**
 * The outbox of several nodes: each emits to its own listeners what any node stored. Nodes are notified with the
 * transaction (`NodeNews`), and read what they missed.
 */
export class SharedOutbox implements Outbox {
  readonly #database: Database
  readonly #events: EventPublisher
  readonly #news: NodeNews
  readonly #logger: Logger
  /** Keyed by change. */
  readonly #writings = new WeakMap<object, unknown>()
  readonly #emitted = new LRUCache<number, true>({ max: mostCached })
  #catchingUp: Promise<void> | undefined

  constructor(database: Database, events: EventPublisher, news: NodeNews, logger: Logger) {
    this.#database = database
    this.#events = events
    this.#news = news
    this.#logger = logger
    news.listen(topic, (text) => {
      const { position, entry } = JSON.parse(text) as { position: number; entry: Entry }
      this.#emit(position, entry, true)
    })
    news.onMissed(() => {
      this.#catchingUp ??= this.#catchUp().finally(() => {
        this.#catchingUp = undefined
      })
    })
  }

  async write<Given extends object>(change: LedgerChange<Given>, given: Given): Promise<Entry | undefined> {
    const written = await this.#writing(change).one(this.#database, { ...given, at: new Date().toISOString() })
    if (!written) return undefined
    const { position, notified: _, ...entry } = written
    this.#emit(position, entry as Entry, false)
    return entry as Entry
  }

  /** The change, its event and its notification: one query, which PostgreSQL runs as one transaction. */
  #writing<Given extends object>(
    change: LedgerChange<Given>,
  ): PreparedQuery<Given & { at: string }, Compilable<Written>> {
    const cached = this.#writings.get(change) as PreparedQuery<Given & { at: string }, Compilable<Written>> | undefined
    if (cached) return cached
    const writing = new PreparedQuery((database, given: Given & { at: string }) =>
      database
        .with('changed', () => change.build(database, given))
        .with('stored', (query) =>
          query
            .insertInto('ledgerEvents')
            .columns(['entry', 'at'])
            .expression((events) =>
              events
                .selectFrom('changed')
                .select([sql<string>`${asJson}::text`.as('entry'), sql.val(given.at).as('at')]),
            )
            .returning('position'),
        )
        .selectFrom(['changed', 'stored'])
        .selectAll('changed')
        .select([
          'stored.position',
          this.#news
            .notification(topic, sql`json_build_object('position', stored.position, 'entry', ${asJson})::text`)
            .as('notified'),
        ]),
    )
    this.#writings.set(change, writing)
    return writing
  }

  /** There are no listeners yet, so events stored before are not emitted. */
  async start(): Promise<void> {
    await eachStored(this.#database, ({ position }) => this.#emitted.set(position, true))
  }

  async stop(): Promise<void> {
    await this.#catchingUp
  }

  /** Deletes events that every node has read by now. */
  async sweep(now: Date): Promise<void> {
    const before = new Date(now.getTime() - keptMs).toISOString()
    await this.#database.deleteFrom('ledgerEvents').where('at', '<', before).execute()
  }

  #emit(position: number, entry: Entry, isElsewhere: boolean): void {
    if (this.#emitted.has(position)) return
    this.#emitted.set(position, true)
    this.#events.publish({ type: 'entry', entry, isElsewhere })
  }

  async #catchUp(): Promise<void> {
    await eachStored(this.#database, ({ position, entry }) =>
      this.#emit(position, JSON.parse(entry) as Entry, true),
    ).catch((error) => this.#logger.error({ err: error }, 'Changes of state of other nodes could not be read'))
  }
}
