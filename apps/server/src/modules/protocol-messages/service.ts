import type { RecordedMessage } from '@lastmile/agent'
import type { Logger } from 'pino'
import type { ProtocolMessageRow } from '../../platform/database-schema.ts'
import type { EventPublisher } from '../../platform/event-publisher.ts'
import type { ConnectionService } from '../connections/service.ts'
import type { ProofService } from '../proofs/service.ts'
import type { ProtocolMessageRepository } from './repository.ts'

const keptMs = 24 * 60 * 60 * 1000
/** Above it messages are dropped: the database is away, and the exchanges matter more. */
const mostWaiting = 500

/** What passed between the issuer and a visitor's wallet, for those who want to look inside. */
export class ProtocolMessages {
  readonly #repository: ProtocolMessageRepository
  readonly #connections: ConnectionService
  readonly #proofs: ProofService
  readonly #events: EventPublisher
  readonly #logger: Logger
  #waiting = 0
  #tail: Promise<void> = Promise.resolve()

  constructor(
    repository: ProtocolMessageRepository,
    connections: ConnectionService,
    proofs: ProofService,
    events: EventPublisher,
    logger: Logger,
  ) {
    this.#repository = repository
    this.#connections = connections
    this.#proofs = proofs
    this.#events = events
    this.#logger = logger
  }

  /** Stores it and tells the visitor's pages. Nobody waits for it, and a failure harms no exchange. */
  record({ connectionId, proofId, message, ...recorded }: RecordedMessage): void {
    if (this.#waiting >= mostWaiting) return
    const row: ProtocolMessageRow = {
      ...recorded,
      connectionId: connectionId ?? null,
      proofId: proofId ?? null,
      message: JSON.stringify(message),
    }
    this.#waiting++
    this.#tail = this.#tail
      .then(() => this.#repository.insert(row))
      .then(() => this.#events.publish({ type: 'message', message: row }))
      .catch((error: Error) => this.#logger.warn({ error: error.name }, 'A protocol message could not be stored'))
      .finally(() => {
        this.#waiting--
      })
  }

  /** @throws ApiError 404 when the connection is not the visitor's */
  async onConnection(visitor: string, connectionId: string): Promise<ProtocolMessageRow[]> {
    await this.#connections.get(visitor, connectionId)
    return this.#repository.list({ connectionId })
  }

  /** @throws ApiError 404 when the proof is not the visitor's or was deleted */
  async ofProof(visitor: string, proofId: string): Promise<ProtocolMessageRow[]> {
    const { connectionId, threadId } = await this.#proofs.owned(visitor, proofId)
    return this.#repository.list(connectionId === null ? { proofId } : { connectionId, threadId })
  }

  /** Forgets what is older than a day. */
  async sweep(now: Date): Promise<void> {
    await this.#repository.deleteBefore(new Date(now.getTime() - keptMs).toISOString())
  }

  /** Resolves when everything recorded so far is stored. */
  async settled(): Promise<void> {
    await this.#tail
  }
}
