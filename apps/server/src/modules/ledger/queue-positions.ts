import type { QueuePosition } from '@lastmile/agent/port'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { EventPublisher, ExchangePosition } from '../../platform/process/event-publisher.ts'
import type { NodeNews } from '../../platform/process/node-news.ts'
import type { Ledger } from './ledger.ts'

const topic = 'places'
/** Positions in one notification. */
const sentAtOnce = 30
/** Exchanges whose connection is cached: it never changes, and positions are sent every few seconds. */
const mostCached = 5_000

/** Sends pages, at every server, their exchanges' positions in the queue. Not stored: positions age in seconds. */
export function createQueuePositions(ledger: Ledger, events: EventPublisher, news: NodeNews, logger: Logger) {
  const connections = new LRUCache<string, Pick<ExchangePosition, 'connectionId'>>({ max: mostCached })
  let emitting = Promise.resolve()
  news.listen(topic, (text) => publish(JSON.parse(text) as ExchangePosition[], true))

  function publish(positions: ExchangePosition[], isElsewhere: boolean): void {
    for (const position of positions) events.publish({ type: 'queue-position', position, isElsewhere })
  }

  async function emitNow(positions: QueuePosition[]): Promise<void> {
    const withConnections: ExchangePosition[] = []
    for (const position of positions) {
      const exchange = connections.get(position.id) ?? (await ledger.find(position.kind, position.id))
      if (!exchange) continue
      const { connectionId } = exchange
      connections.set(position.id, { connectionId })
      withConnections.push({ ...position, connectionId })
    }
    publish(withConnections, false)
    for (let from = 0; from < withConnections.length; from += sentAtOnce)
      await news.notify(topic, JSON.stringify(withConnections.slice(from, from + sentAtOnce)))
  }

  return {
    /** In the order of the calls. */
    emit(positions: QueuePosition[]): void {
      emitting = emitting
        .then(() => emitNow(positions))
        .catch((error: Error) => logger.warn({ error: error.name }, 'Queue positions could not be sent'))
    },
  }
}
