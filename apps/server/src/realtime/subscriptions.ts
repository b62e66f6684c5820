import type { Subscription } from '@lastmile/contracts'
import type { ConnectionService } from '../modules/connections/service.ts'
import type { CredentialService } from '../modules/credentials/service.ts'
import type { Ledger } from '../modules/ledger/ledger.ts'
import type { ProofService } from '../modules/proofs/service.ts'
import type { Entry } from '../platform/database/schema.ts'
import type { DomainEvent } from '../platform/process/event-publisher.ts'

/** Rooms hold what belongs to one visitor, so only `open` below may let a socket in. */
const connectionRoom = (id: string) => `connection:${id}`
const credentialRoom = (id: string) => `credential:${id}`
const proofRoom = (id: string) => `proof:${id}`

/** The rooms that get an event. */
export function roomsOf(event: DomainEvent): string[] {
  if (event.type === 'message') {
    const { connectionId, credentialId, proofId } = event.message
    if (proofId !== null) return [proofRoom(proofId)]
    if (credentialId !== null) return [credentialRoom(credentialId)]
    return connectionId === null ? [] : [connectionRoom(connectionId)]
  }
  const { kind, id, connectionId } = event.type === 'entry' ? event.entry : event.position
  const ofConnection = connectionId === null ? [] : [connectionRoom(connectionId)]
  if (kind === 'connection') return ofConnection
  return [...ofConnection, kind === 'credential' ? credentialRoom(id) : proofRoom(id)]
}

export interface OpenedSubscription {
  room: string
  /** The present state of everything the subscription is about. */
  replay(): Promise<Entry[]>
}

interface Dependencies {
  ledger: Ledger
  connections: ConnectionService
  credentials: CredentialService
  proofs: ProofService
}

/** Checks who may subscribe to what, and replays states. Ownership is read from the database only when needed. */
export class Subscriptions {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** @throws ApiError 404 when it is not the visitor's */
  async open(visitor: string, subscription: Subscription): Promise<OpenedSubscription> {
    const { connections, credentials, proofs } = this.#dependencies
    if ('connectionId' in subscription) {
      const { connectionId } = subscription
      await connections.entries.owned(visitor, connectionId)
      return { room: connectionRoom(connectionId), replay: () => this.#onConnection(visitor, connectionId) }
    }
    if ('credentialId' in subscription) {
      const { credentialId } = subscription
      await credentials.entries.owned(visitor, credentialId)
      return {
        room: credentialRoom(credentialId),
        replay: async () => [await credentials.entries.get(visitor, credentialId)],
      }
    }
    const { proofId } = subscription
    await proofs.entries.owned(visitor, proofId)
    return { room: proofRoom(proofId), replay: async () => [(await proofs.get(visitor, proofId)).proof] }
  }

  async #onConnection(visitor: string, connectionId: string): Promise<Entry[]> {
    const entries = await this.#dependencies.ledger.onConnection(visitor, connectionId)
    const current = await Promise.all(entries.map((entry) => this.#reconciled(entry)))
    return current.filter(isWorthSending)
  }

  #reconciled(entry: Entry): Promise<Entry> {
    const { connections, credentials, proofs } = this.#dependencies
    if (entry.kind === 'connection') return connections.entries.reconcile(entry)
    return entry.kind === 'credential' ? credentials.entries.reconcile(entry) : proofs.entries.reconcile(entry)
  }
}

/** Not what never reached the wallet, which was the answer to its own call, and not a proof that nothing is left of. */
const isWorthSending = ({ kind, refusal, forgotten }: Entry) =>
  refusal !== 'unreachable' && !(kind === 'proof' && forgotten === 1)
