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
export function createQueuePositions(
  ledger: Ledger,
  database: Database,
  events: EventPublisher,
  news: NodeNews,
  logger: Logger,
) {
  const connections = new LRUCache<string, Pick<ExchangePlace, 'connectionId'>>({ max: mostCached })
  let emitting = Promise.resolve()
  news.listen(topic, (text) => publish(JSON.parse(text) as ExchangePlace[], true))

  function publish(places: ExchangePlace[], isElsewhere: boolean): void {
    for (const place of places) events.publish({ type: 'place', place, isElsewhere })
  }

  async function emitNow(places: QueuePosition[]): Promise<void> {
    const known: ExchangePlace[] = []
    for (const place of places) {
      const exchange = connections.get(place.id) ?? (await ledger.find(place.kind, place.id))
      if (!exchange) continue
      const { connectionId } = exchange
      connections.set(place.id, { connectionId })
      known.push({ ...place, connectionId })
    }
    publish(known, false)
    for (let from = 0; from < known.length; from += sentAtOnce)
      await news.notify(database, topic, JSON.stringify(known.slice(from, from + sentAtOnce)))
  }

  return {
    /** In the order of the calls. */
    emit(places: QueuePosition[]): void {
      emitting = emitting
        .then(() => emitNow(places))
        .catch((error: Error) => logger.warn({ error: error.name }, 'Queue positions could not be sent'))
    },
  }
}
