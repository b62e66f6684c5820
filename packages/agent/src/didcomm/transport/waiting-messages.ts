import { setTimeout } from 'node:timers/promises'
import { type Agent, type AgentContext, CredoError, GenericRecordsApi } from '@credo-ts/core'
import { type DidCommQueueTransportRepository, DidCommTransportService } from '@credo-ts/didcomm'
import PQueue from 'p-queue'
import type { AgentLogger } from '../../port/options.ts'
import type { AgentStorage, Others } from '../../port/storage.ts'

const kind = 'waiting-message'

/** The thread of the message in an envelope: the queue is handed the envelope alone. */
const threads = new WeakMap<object, string>()

/** The most that is kept for one connection, and in all; bytes of the envelopes. */
const mostWaiting = { messages: 40, bytes: 2 * 1024 * 1024, allBytes: 64 * 1024 * 1024 }

/** Milliseconds until other servers are notified again of an unclaimed message. Sleeping wallets ask on return. */
const notifyAgainAfter = [1_000, 3_000, 10_000, 30_000]

/** Wallets that are handed what waits at a time: two hundred at once would keep the database from everything else. */
const mostHandedOver = 4

type QueuedMessages = Awaited<ReturnType<DidCommQueueTransportRepository['takeFromQueue']>>
type Envelope = QueuedMessages[number]['encryptedMessage']

/**
 * Queues messages for wallets without an address until they fetch them (message pickup, RFC 0212 and 0685).
 * They are stored, already encrypted for the wallet, so a restart loses none. The queue is bounded: beyond that, the
 * wallet counts as unreachable.
 */
export class WaitingMessages implements DidCommQueueTransportRepository {
  readonly #others: Others | undefined
  readonly #logger: AgentLogger
  readonly #handingOver = new PQueue({ concurrency: mostHandedOver })
  /** Connections still waiting in that queue. */
  readonly #queued = new Set<string>()
  #handOver: (connectionId: string) => Promise<void> = async () => {}
  /** Bytes of all messages, once they were read from the store. */
  #allBytes: number | undefined

  constructor(logger: AgentLogger, others?: Others) {
    this.#logger = logger
    this.#others = others
  }

  /** From now on sends messages that other processes keep for a wallet over the wallet's socket to this one. */
  handOver(credo: Agent, storage: AgentStorage): void {
    const { context } = credo
    const transports = context.resolve(DidCommTransportService)
    this.#handOver = async (connectionId) => {
      const session = transports.findSessionByConnectionId(connectionId)
      if (session?.type !== 'WebSocket') return
      // Without it two nodes, or one twice, would send the same.
      await storage.withLock(`${kind} ${connectionId}`, async () => {
        for (const { id, encryptedMessage } of await this.takeFromQueue(context, { connectionId })) {
          await session.send(context, encryptedMessage)
          await this.removeMessages(context, { messageIds: [id] })
        }
      })
    }
    storage.others?.listen(kind, (connectionId) => this.#queueHandOver(connectionId))
  }

  #queueHandOver(connectionId: string): void {
    if (this.#queued.has(connectionId)) return
    this.#queued.add(connectionId)
    void this.#handingOver
      .add(() => {
        this.#queued.delete(connectionId)
        return this.#handOver(connectionId)
      })
      // It waits on, and the server that keeps it notifies the others again.
      .catch((error: Error) =>
        this.#logger.warn('A message that waits could not be handed to its wallet', { error: error.name }),
      )
  }

  async getAvailableMessageCount(context: AgentContext, { connectionId }: { connectionId: string }): Promise<number> {
    return (await records(context, connectionId)).length
  }

  async takeFromQueue(
    context: AgentContext,
    { connectionId, limit, deleteMessages }: { connectionId: string; limit?: number; deleteMessages?: boolean },
  ): Promise<QueuedMessages> {
    const taken = (await records(context, connectionId)).slice(0, limit)
    if (deleteMessages) await this.removeMessages(context, { messageIds: taken.map(({ id }) => id) })
    return taken.map(({ id, createdAt, content }) => ({
      id,
      receivedAt: createdAt,
      encryptedMessage: content.envelope as Envelope,
    }))
  }

  async addMessage(
    context: AgentContext,
    { connectionId, payload }: { connectionId: string; payload: Envelope },
  ): Promise<string> {
    const waiting = await records(context, connectionId)
    const bytes = sizeOf({ content: { envelope: payload } })
    const isFull =
      waiting.length >= mostWaiting.messages ||
      sum(waiting) + bytes > mostWaiting.bytes ||
      (await this.#bytesOfAll(context)) + bytes > mostWaiting.allBytes
    if (isFull) throw new WalletQueueFull()
    const record = await context
      .resolve(GenericRecordsApi)
      .save({ content: { envelope: payload }, tags: { kind, connectionId, threadId: threads.get(payload) } })
      .catch((error: Error) => {
        throw new NotStored(error)
      })
    this.#count(bytes)
    if (this.#others) {
      await this.#notify(this.#others, connectionId)
      void this.#notifyAgain(this.#others, context, connectionId, record.id)
    }
    return record.id
  }

  /** The notice or the delivery may have failed, and a wallet with an open socket does not ask for its messages. */
  async #notifyAgain(others: Others, context: AgentContext, connectionId: string, id: string): Promise<void> {
    for (const pause of notifyAgainAfter) {
      await setTimeout(pause, undefined, { ref: false })
      const isTaken = await context
        .resolve(GenericRecordsApi)
        .findById(id)
        .then((record) => record === null)
        .catch(() => false)
      if (isTaken) return
      await this.#notify(others, connectionId)
      // The socket may be to this process by now.
      this.#queueHandOver(connectionId)
    }
  }

  /** A notice that is lost is repeated. */
  async #notify(others: Others, connectionId: string): Promise<void> {
    await others.notify(kind, connectionId).catch(() => undefined)
  }

  /** Threads that have a message waiting for this wallet. */
  async threadsFor(context: AgentContext, connectionId: string): Promise<Set<unknown>> {
    return new Set((await records(context, connectionId)).map((record) => record.getTags().threadId))
  }

  /** @param connectionId whose messages they must be, when a wallet says that it has them */
  async removeMessages(
    context: AgentContext,
    { messageIds, connectionId }: { messageIds: string[]; connectionId?: string },
  ): Promise<void> {
    for (const id of messageIds) {
      const record = await context.resolve(GenericRecordsApi).findById(id)
      if (!record || (connectionId ?? record.getTags().connectionId) !== record.getTags().connectionId) continue
      await context.resolve(GenericRecordsApi).delete(record)
      this.#count(-sizeOf(record))
    }
  }

  async removeAllFor(context: AgentContext, connectionId: string): Promise<void> {
    const all = await records(context, connectionId)
    await this.removeMessages(context, { messageIds: all.map(({ id }) => id) })
  }

  /** Deletes messages that were not fetched since `moment`. */
  async removeOlderThan(context: AgentContext, moment: Date): Promise<void> {
    const all = await context.resolve(GenericRecordsApi).findAllByQuery({ kind })
    this.#allBytes = sum(all)
    const old = all.filter(({ createdAt }) => createdAt < moment)
    await this.removeMessages(context, { messageIds: old.map(({ id }) => id) })
  }

  async #bytesOfAll(context: AgentContext): Promise<number> {
    this.#allBytes ??= sum(await context.resolve(GenericRecordsApi).findAllByQuery({ kind }))
    return this.#allBytes
  }

  #count(bytes: number): void {
    if (this.#allBytes !== undefined) this.#allBytes += bytes
  }
}

class WalletQueueFull extends CredoError {
  constructor() {
    super('Too much waits for wallets that do not come')
  }
}

/** A message that could not be stored in the queue: the database's fault, whose word Credo keeps to itself. */
export class NotStored extends CredoError {
  constructor(cause: Error) {
    super('A message for a wallet could not be stored', { cause })
  }
}

/** Whether an error says that the queue did not take a message. */
export const isQueueRefusal = (error: unknown): error is CredoError =>
  error instanceof WalletQueueFull || error instanceof NotStored

/** Called with each message that is packed, whether or not it will be queued. */
export function noteThread(envelope: object, threadId: string): void {
  threads.set(envelope, threadId)
}

interface Sized {
  content: Record<string, unknown>
}
const sizeOf = ({ content }: Sized): number => JSON.stringify(content.envelope).length
const sum = (records: Sized[]): number => records.reduce((all, record) => all + sizeOf(record), 0)

/** In the order in which they came. */
async function records(context: AgentContext, connectionId: string) {
  const found = await context.resolve(GenericRecordsApi).findAllByQuery({ kind, connectionId })
  return found.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
}
