import { setTimeout } from 'node:timers/promises'
import type { RecordedMessage } from '@lastmile/agent/port'
import type { ProtocolMessage } from '@lastmile/contracts'
import type { Logger } from 'pino'
import type { ProtocolMessageRow } from '../../platform/database/schema.ts'
import type { EventPublisher } from '../../platform/process/event-publisher.ts'
import type { NodeNews } from '../../platform/process/node-news.ts'
import type { ConnectionService } from '../connections/service.ts'
import type { CredentialService } from '../credentials/service.ts'
import type { ProofService } from '../proofs/service.ts'
import { protocolMessageOf } from './protocol-message-record.ts'
import type { MessagesOf, ProtocolMessageRepository } from './repository.ts'

const keptMs = 24 * 60 * 60 * 1000
/** Above it messages are dropped: the database is away, and the exchanges matter more. */
const mostWaiting = 500
/** Visitors do not notice so short a delay. */
const gatheredMs = 50

const topic = 'protocol-messages'
/** Ids in one notification. */
const sentAtOnce = 100

interface Dependencies {
  repository: ProtocolMessageRepository
  connections: ConnectionService
  credentials: CredentialService
  proofs: ProofService
  events: EventPublisher
  news: NodeNews
  logger: Logger
}

/** The messages between the issuer and a visitor's wallet, for visitors who want to look inside. */
export class ProtocolMessages {
  readonly #dependencies: Dependencies
  /** Recorded, and not stored yet. */
  readonly #waiting: ProtocolMessageRow[] = []
  #storing: Promise<void> | undefined

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    dependencies.news.listen(topic, (ids) => void this.#emitOthers(ids.split(' ')))
  }

  /** Stores it, then emits it to the pages of its visitor. Nothing waits for it: a failure harms no exchange. */
  record({ connectionId, credentialId, proofId, message, ...recorded }: RecordedMessage): void {
    if (this.#waiting.length >= mostWaiting) return
    const row: ProtocolMessageRow = {
      ...recorded,
      connectionId: connectionId ?? null,
      credentialId: credentialId ?? null,
      proofId: proofId ?? null,
      message: JSON.stringify(message),
    }
    this.#waiting.push(row)
    this.#storing ??= this.#storeWaiting()
  }

  /** Many at once: a write for each would cost more than all the rest. */
  async #storeWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      await setTimeout(gatheredMs)
      const rows = [...this.#waiting]
      try {
        await this.#dependencies.repository.insert(rows)
        for (const message of rows) this.#dependencies.events.publish({ type: 'message', message })
        for (let from = 0; from < rows.length; from += sentAtOnce) {
          const ids = rows.slice(from, from + sentAtOnce).map(({ id }) => id)
          await this.#dependencies.news.notify(topic, ids.join(' '))
        }
      } catch (error) {
        const { name } = error as Error
        this.#dependencies.logger.warn({ error: name, count: rows.length }, 'Protocol messages could not be stored')
      } finally {
        this.#waiting.splice(0, rows.length)
      }
    }
    this.#storing = undefined
  }

  /** Emits what another node stored; an open page may miss some, and has them when it is opened again. */
  async #emitOthers(ids: string[]): Promise<void> {
    try {
      for (const message of await this.#dependencies.repository.byIds(ids))
        this.#dependencies.events.publish({ type: 'message', message, isElsewhere: true })
    } catch (error) {
      this.#dependencies.logger.warn(
        { error: (error as Error).name },
        'Protocol messages of another node could not be read',
      )
    }
  }

  /** @throws ApiError 404 when the connection is not the visitor's */
  async onConnection(visitor: string, connectionId: string): Promise<ProtocolMessage[]> {
    await this.#dependencies.connections.entries.get(visitor, connectionId)
    return this.#list({ owner: 'connectionId', id: connectionId })
  }

  /** @throws ApiError 404 when the credential or proof is not the visitor's or was deleted */
  async ofExchange(kind: 'credential' | 'proof', visitor: string, id: string): Promise<ProtocolMessage[]> {
    const { credentials, proofs } = this.#dependencies
    const { connectionId, threadId } = await { credential: credentials, proof: proofs }[kind].entries.owned(visitor, id)
    return this.#list(
      connectionId === null ? { owner: `${kind}Id`, id } : { owner: 'connectionId', id: connectionId, threadId },
    )
  }

  /** With those that are not stored yet: a page may subscribe after they were published. */
  async #list(of: MessagesOf): Promise<ProtocolMessage[]> {
    const isOf = (row: ProtocolMessageRow) =>
      row[of.owner] === of.id && (of.threadId === undefined || row.threadId === of.threadId)
    const waiting = this.#waiting.filter(isOf)
    const stored = await this.#dependencies.repository.list(of)
    const known = new Set(stored.map(({ id }) => id))
    return [...stored, ...waiting.filter(({ id }) => !known.has(id))].map(protocolMessageOf)
  }

  /** Deletes messages older than a day. */
  async sweep(now: Date): Promise<void> {
    await this.#dependencies.repository.deleteBefore(new Date(now.getTime() - keptMs).toISOString())
  }

  /** Resolves when everything recorded so far is stored. */
  async whenIdle(): Promise<void> {
    await this.#storing
  }
}
