import { type AgentContext, GenericRecordsApi } from '@credo-ts/core'
import type { DidCommQueueTransportRepository } from '@credo-ts/didcomm'

const kind = 'waiting-message'
type QueuedMessages = Awaited<ReturnType<DidCommQueueTransportRepository['takeFromQueue']>>
type Envelope = QueuedMessages[number]['encryptedMessage']

/**
 * Messages for wallets without an address of their own, until they come back and fetch them (message pickup, RFC 0212
 * and 0685). Kept in the wallet's store, so a restart loses none; they are encrypted for the wallet already.
 */
export class WaitingMessages implements DidCommQueueTransportRepository {
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
    const record = await context
      .resolve(GenericRecordsApi)
      .save({ content: { envelope: payload }, tags: { kind, connectionId } })
    return record.id
  }

  async removeMessages(context: AgentContext, { messageIds }: { messageIds: string[] }): Promise<void> {
    for (const id of messageIds) await context.resolve(GenericRecordsApi).deleteById(id)
  }

  async removeAllFor(context: AgentContext, connectionId: string): Promise<void> {
    const all = await records(context, connectionId)
    await this.removeMessages(context, { messageIds: all.map(({ id }) => id) })
  }

  /** Forgets what nobody fetched since `moment`. */
  async removeOlderThan(context: AgentContext, moment: Date): Promise<void> {
    const all = await context.resolve(GenericRecordsApi).findAllByQuery({ kind })
    const old = all.filter(({ createdAt }) => createdAt < moment)
    await this.removeMessages(context, { messageIds: old.map(({ id }) => id) })
  }
}

/** In the order in which they came. */
async function records(context: AgentContext, connectionId: string) {
  const found = await context.resolve(GenericRecordsApi).findAllByQuery({ kind, connectionId })
  return found.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
}
