import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Database } from '../../platform/database/database.ts'
import type { Entry } from '../../platform/database/schema.ts'
import type { EventPublisher } from '../../platform/process/event-publisher.ts'
import type { NodeNews } from '../../platform/process/node-news.ts'
import { eventsAfter, insertEvent, type Outbox } from './outbox.ts'

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

  async add(transaction: Database, entry: Entry): Promise<() => void> {
    const stored = await insertEvent.one(transaction, { entry: JSON.stringify(entry), at: new Date().toISOString() })
    const position = stored?.position ?? 0
    await this.#news.tell(transaction, topic, JSON.stringify({ position, entry }))
    return () => this.#tell(position, entry, false)
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
