import { type Compilable, type Selectable, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Database } from '../../platform/database/database.ts'
import { PreparedQuery } from '../../platform/database/prepared-query.ts'
import { type DatabaseSchema, type Entry, ledgerColumns } from '../../platform/database/schema.ts'
import type { EventPublisher } from '../../platform/process/event-publisher.ts'
import type { NodeNews } from '../../platform/process/node-news.ts'
import { eventsAfter, type LedgerChange, type Outbox } from './outbox.ts'

type Told = Selectable<DatabaseSchema['ledger']> & { position: number; told: unknown }

/** The entry as PostgreSQL tells of it: with the names that it has here. */
const asJson = sql`json_build_object(${sql.join(ledgerColumns.flatMap((name) => [sql.lit(name), sql.ref(`changed.${name}`)]))})`

const topic = 'ledger'
const minute = 60_000
/** How long events are kept for nodes that could not hear for a moment: their clocks may be a minute off. */
const keptMs = 5 * minute
/** Events of which a node remembers that it told them; within that time there are not nearly as many. */
const mostRemembered = 50_000
const readAtOnce = 500

/**
 * The outbox of several nodes: each tells its own listeners of what any of them stored. Others hear of it with the transaction
 * (`NodeNews`), and read what they have missed.
 */
export class SharedOutbox implements Outbox {
  readonly #database: Database
  readonly #events: EventPublisher
  readonly #news: NodeNews
  readonly #logger: Logger
  /** By the change that is told of. */
  readonly #tellings = new WeakMap<object, unknown>()
  readonly #told = new LRUCache<number, true>({ max: mostRemembered })
  #catchingUp: Promise<void> | undefined

  constructor(database: Database, events: EventPublisher, news: NodeNews, logger: Logger) {
    this.#database = database
    this.#events = events
    this.#news = news
    this.#logger = logger
    news.listen(topic, (text) => {
      const { position, entry } = JSON.parse(text) as { position: number; entry: Entry }
      this.#tell(position, entry, true)
    })
    news.onMissed(() => {
      this.#catchingUp ??= this.#catchUp().finally(() => {
        this.#catchingUp = undefined
      })
    })
  }

  async write<Given extends object>(change: LedgerChange<Given>, given: Given): Promise<Entry | undefined> {
    const written = await this.#telling(change).one(this.#database, { ...given, at: new Date().toISOString() })
    if (!written) return undefined
    const { position, told: _, ...entry } = written
    this.#tell(position, entry as Entry, false)
    return entry as Entry
  }

  /** The change with its event and the notification of it: one query, which PostgreSQL takes as a transaction of its own. */
  #telling<Given extends object>(change: LedgerChange<Given>): PreparedQuery<Given & { at: string }, Compilable<Told>> {
    const known = this.#tellings.get(change) as PreparedQuery<Given & { at: string }, Compilable<Told>> | undefined
    if (known) return known
    const telling = new PreparedQuery((database, given: Given & { at: string }) =>
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
            .telling(topic, sql`json_build_object('position', stored.position, 'entry', ${asJson})::text`)
            .as('told'),
        ]),
    )
    this.#tellings.set(change, telling)
    return telling
  }

  /** Nobody listens yet, so what is there concerns nobody. */
  async start(): Promise<void> {
    await this.#eachStored(({ position }) => this.#told.set(position, true))
  }

  async stop(): Promise<void> {
    await this.#catchingUp
  }

  /** Deletes what every node has heard of. */
  async sweep(now: Date): Promise<void> {
    const before = new Date(now.getTime() - keptMs).toISOString()
    await this.#database.deleteFrom('ledgerEvents').where('at', '<', before).execute()
  }

  #tell(position: number, entry: Entry, isElsewhere: boolean): void {
    if (this.#told.has(position)) return
    this.#told.set(position, true)
    this.#events.publish({ type: 'entry', entry, isElsewhere })
  }

  async #catchUp(): Promise<void> {
    await this.#eachStored(({ position, entry }) => this.#tell(position, JSON.parse(entry) as Entry, true)).catch(
      (error) => this.#logger.error({ err: error }, 'Changes of state of other nodes could not be read'),
    )
  }

  async #eachStored(see: (stored: { position: number; entry: string }) => void): Promise<void> {
    for (let after = 0, isMore = true; isMore; ) {
      const { rows } = await eventsAfter.run(this.#database, { after, limit: readAtOnce })
      for (const row of rows) see(row)
      after = rows.at(-1)?.position ?? after
      isMore = rows.length === readAtOnce
    }
  }
}
