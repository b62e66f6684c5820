import type { Queue } from '@lastmile/agent/port'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { EventPublisher } from '../../platform/process/event-publisher.ts'
import { isOpen } from './states.ts'

/** How often connections, credentials and proofs reached each of their states. */
export function measureExchanges(registry: Registry, events: EventPublisher): void {
  const exchanges = new Counter({
    name: 'exchange_states_total',
    help: 'States reached by connections, credentials and proofs',
    labelNames: ['exchange', 'state', 'flow'],
    registers: [registry],
  })
  events.subscribe((event) => {
    // Each node counts what it did itself.
    if (event.type !== 'entry' || event.isElsewhere) return
    const { kind, state, refusal } = event.entry
    // An unreadable call reaches no state.
    if (refusal && isOpen(event.entry)) return
    exchanges.inc({ exchange: kind, state, ...(kind === 'connection' && { flow: event.entry.flowType ?? 'unknown' }) })
  })
}

/** How many answers of wallets wait for their cryptography, and for how long. */
export function measureQueue(registry: Registry, agent: Pick<Queue, 'queue'>): void {
  new Gauge({
    name: 'queue_length',
    help: "Wallets' answers that wait for their cryptography or are at it",
    registers: [registry],
    collect() {
      this.set(agent.queue.length)
    },
  })
  new Gauge({
    name: 'queue_seconds',
    help: 'About how long it takes until all of these are done',
    registers: [registry],
    collect() {
      this.set(agent.queue.seconds)
    },
  })
}
