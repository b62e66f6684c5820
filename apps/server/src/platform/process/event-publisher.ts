import type { QueuePosition } from '@lastmile/agent/port'
import type { Entry, ProtocolMessageRow } from '../database/schema.ts'

/** The position of a credential or proof in the queue. */
export interface ExchangePosition extends QueuePosition {
  connectionId: string | null
}

/**
 * Already stored, by this node or another: a new state in the ledger, or a message. Or an exchange's queue position.
 */
export type DomainEvent = (
  | { type: 'entry'; entry: Entry }
  | { type: 'message'; message: ProtocolMessageRow }
  | { type: 'queue-position'; position: ExchangePosition }
) & {
  isElsewhere?: boolean
}

export type EventPublisher = ReturnType<typeof createEventPublisher>

/**
 * Notifies the rest of this process of changes.
 * @param onFailure given a listener's error: others still get the event, and its publisher goes on
 */
export function createEventPublisher(onFailure: (error: unknown, event: DomainEvent) => void) {
  const listeners = new Set<(event: DomainEvent) => void>()
  return {
    publish(event: DomainEvent): void {
      for (const listener of [...listeners]) {
        try {
          listener(event)
        } catch (error) {
          onFailure(error, event)
        }
      }
    },
    /** @returns a function that ends the subscription */
    subscribe(listener: (event: DomainEvent) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
