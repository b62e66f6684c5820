import type { QueuePosition } from '@lastmile/agent/port'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Database } from '../../platform/database/database.ts'
import type { EventPublisher, ExchangePlace } from '../../platform/process/event-publisher.ts'
import type { NodeNews } from '../../platform/process/node-news.ts'
import type { Ledger } from './ledger.ts'

const topic = 'places'
/** Positions in one notification. */
const sentAtOnce = 30
/** Exchanges whose connection is cached: it never changes, and positions are sent every few seconds. */
const mostCached = 5_000

/**
 * Sends pages, at every server, the positions of their exchanges in the queue. Not stored: positions age in seconds.
 */
export class QueuePositions {
  readonly #ledger: Ledger
  readonly #database: Database
  readonly #events: EventPublisher
  readonly #news: NodeNews
  readonly #logger: Logger
  readonly #connections = new LRUCache<string, Pick<ExchangePlace, 'connectionId'>>({ max: mostCached })
  #emitting = Promise.resolve()

  constructor(ledger: Ledger, database: Database, events: EventPublisher, news: NodeNews, logger: Logger) {
    this.#ledger = ledger
    this.#database = database
    this.#events = events
    this.#news = news
    this.#logger = logger
    news.listen(topic, (text) => this.#publish(JSON.parse(text) as ExchangePlace[], true))
  }

  /** In the order of the calls. */
  emit(places: QueuePosition[]): void {
    this.#emitting = this.#emitting
      .then(() => this.#emit(places))
      .catch((error: Error) => this.#logger.warn({ error: error.name }, 'Queue positions could not be sent'))
  }

  async #emit(places: QueuePosition[]): Promise<void> {
    const known: ExchangePlace[] = []
    for (const place of places) {
      const exchange = this.#connections.get(place.id) ?? (await this.#ledger.find(place.kind, place.id))
      if (!exchange) continue
      const { connectionId } = exchange
      this.#connections.set(place.id, { connectionId })
      known.push({ ...place, connectionId })
    }
    this.#publish(known, false)
    for (let from = 0; from < known.length; from += sentAtOnce)
      await this.#news.notify(this.#database, topic, JSON.stringify(known.slice(from, from + sentAtOnce)))
  }

  #publish(places: ExchangePlace[], isElsewhere: boolean): void {
    for (const place of places) this.#events.publish({ type: 'place', place, isElsewhere })
  }
}
