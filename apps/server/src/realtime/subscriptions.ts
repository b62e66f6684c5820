import type { Subscription } from '@lastmile/contracts'
import type { ConnectionService } from '../modules/connections/service.ts'
import type { CredentialService } from '../modules/credentials/service.ts'
import type { ProofService } from '../modules/proofs/service.ts'
import type { DomainEvent } from '../platform/event-publisher.ts'

/** Rooms hold what belongs to one visitor, so only `open` below may let a socket in. */
const connectionRoom = (id: string) => `connection:${id}`
const proofRoom = (id: string) => `proof:${id}`

/** The rooms that hear of an event. */
export function roomsOf(event: DomainEvent): string[] {
  switch (event.type) {
    case 'connection':
      return [connectionRoom(event.connection.id)]
    case 'credential':
      return [connectionRoom(event.credential.connectionId)]
    case 'proof': {
      const { id, connectionId } = event.proof
      return connectionId ? [connectionRoom(connectionId), proofRoom(id)] : [proofRoom(id)]
    }
    case 'message': {
      const { connectionId, proofId } = event.message
      return connectionId ? [connectionRoom(connectionId)] : [proofRoom(proofId ?? '')]
    }
  }
}

/** What an event is about: a later event about the same makes it outdated. */
export function subjectOf(event: DomainEvent): string {
  switch (event.type) {
    case 'connection':
      return connectionRoom(event.connection.id)
    case 'credential':
      return `credential:${event.credential.id}`
    case 'proof':
      return proofRoom(event.proof.id)
    case 'message':
      return `message:${event.message.id}`
  }
}

export interface OpenedSubscription {
  room: string
  /** The present state of everything the subscription is about, as if it had just happened. */
  replay(): Promise<DomainEvent[]>
}

/** Who may listen to what, and how they catch up. */
export class Subscriptions {
  readonly #connections: ConnectionService
  readonly #credentials: CredentialService
  readonly #proofs: ProofService

  constructor(connections: ConnectionService, credentials: CredentialService, proofs: ProofService) {
    this.#connections = connections
    this.#credentials = credentials
    this.#proofs = proofs
  }

  /** @throws ApiError 404 when it is not the visitor's */
  async open(visitor: string, subscription: Subscription): Promise<OpenedSubscription> {
    if ('connectionId' in subscription) {
      const { connectionId } = subscription
      await this.#connections.get(visitor, connectionId)
      return { room: connectionRoom(connectionId), replay: () => this.#replayConnection(visitor, connectionId) }
    }
    const { proofId } = subscription
    await this.#proofs.get(visitor, proofId)
    return {
      room: proofRoom(proofId),
      replay: async () => [{ type: 'proof', proof: (await this.#proofs.get(visitor, proofId)).exchange }],
    }
  }

  async #replayConnection(visitor: string, connectionId: string): Promise<DomainEvent[]> {
    const [connection, credentials, proofs] = await Promise.all([
      this.#connections.get(visitor, connectionId),
      this.#credentials.onConnection(visitor, connectionId),
      this.#proofs.onConnection(visitor, connectionId),
    ])
    return [
      { type: 'connection', connection },
      ...credentials.map((credential) => ({ type: 'credential' as const, credential })),
      ...proofs.map((proof) => ({ type: 'proof' as const, proof })),
    ]
  }
}
