import type { ConnectionRow, CredentialExchangeRow, ProofExchangeRow, ProtocolMessageRow } from './database-schema.ts'

/** Something that changed and is stored already. */
export type DomainEvent =
  | { type: 'connection'; connection: ConnectionRow }
  | { type: 'credential'; credential: CredentialExchangeRow }
  | { type: 'proof'; proof: ProofExchangeRow }
  | { type: 'message'; message: ProtocolMessageRow }

/** The one place that tells the rest of the server what changed; a shared one takes its place with several processes. */
export interface EventPublisher {
  publish(event: DomainEvent): void
  /** @returns a function that ends the subscription */
  subscribe(listener: (event: DomainEvent) => void): () => void
}

export function createEventPublisher(): EventPublisher {
  const listeners = new Set<(event: DomainEvent) => void>()
  return {
    publish(event) {
      for (const listener of [...listeners]) listener(event)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
