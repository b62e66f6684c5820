import type { PlaceInLine } from '@lastmile/agent/port'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Database } from '../../platform/database/database.ts'
import type { EventPublisher, ExchangePlace } from '../../platform/process/event-publisher.ts'
import type { NodeNews } from '../../platform/process/node-news.ts'
import type { Ledger } from './ledger.ts'

const topic = 'places'
/** Places in one piece of news. */
const toldAtOnce = 30
/** Exchanges whose connection is remembered, which never changes: places are told again and again. */
const mostRemembered = 5_000

/** Tells pages, whichever process they listen to, where their exchanges stand in the line. Nothing of it is stored: it is old in seconds. */
export class Places {
  readonly #ledger: Ledger
  readonly #database: Database
  readonly #events: EventPublisher
  readonly #news: NodeNews
  readonly #logger: Logger
  readonly #connections = new LRUCache<string, Pick<ExchangePlace, 'connectionId'>>({ max: mostRemembered })
  #telling = Promise.resolve()

  constructor(ledger: Ledger, database: Database, events: EventPublisher, news: NodeNews, logger: Logger) {
    this.#ledger = ledger
    this.#database = database
    this.#events = events
    this.#news = news
    this.#logger = logger
    news.listen(topic, (text) => this.#publish(JSON.parse(text) as ExchangePlace[], true))
  }

  /** In the order of the calls. */
  tell(places: PlaceInLine[]): void {
    this.#telling = this.#telling
      .then(() => this.#tell(places))
      .catch((error: Error) => this.#logger.warn({ error: error.name }, 'Places in the line could not be told'))
  }

  async #tell(places: PlaceInLine[]): Promise<void> {
    const known: ExchangePlace[] = []
    for (const place of places) {
      const exchange = this.#connections.get(place.id) ?? (await this.#ledger.find(place.kind, place.id))
      if (!exchange) continue
      const { connectionId } = exchange
      this.#connections.set(place.id, { connectionId })
      known.push({ ...place, connectionId })
    }
    this.#publish(known, false)
    for (let from = 0; from < known.length; from += toldAtOnce)
      await this.#news.tell(this.#database, topic, JSON.stringify(known.slice(from, from + toldAtOnce)))
  }

  #publish(places: ExchangePlace[], isElsewhere: boolean): void {
    for (const place of places) this.#events.publish({ type: 'place', place, isElsewhere })
  }
}
