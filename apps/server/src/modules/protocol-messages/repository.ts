import { protocolMessageLimits } from '@lastmile/contracts'
import type { Database } from '../../platform/database.ts'
import type { ProtocolMessageRow } from '../../platform/database-schema.ts'

/** Whose messages: those of a connection, or of an out-of-band proof. */
export type MessagesOf = { connectionId: string; threadId?: string } | { proofId: string }

const columns = [
  ...['id', 'connectionId', 'proofId', 'threadId', 'at', 'direction', 'type', 'state', 'message'],
] as (keyof ProtocolMessageRow)[]

export class ProtocolMessageRepository {
  readonly #database: Database
  constructor(database: Database) {
    this.#database = database
  }

  /** Adds one and lets go of the oldest of the same connection or proof where there are too many. */
  async insert(row: ProtocolMessageRow): Promise<void> {
    await this.#database.insertInto('protocolMessages').values(row).execute()
    const column = row.connectionId === null ? 'proofId' : 'connectionId'
    await this.#database
      .deleteFrom('protocolMessages')
      .where(column, '=', row[column])
      .where('position', '<=', (query) =>
        query
          .selectFrom('protocolMessages')
          .select('position')
          .where(column, '=', row[column])
          .orderBy('position', 'desc')
          .limit(1)
          .offset(protocolMessageLimits.count),
      )
      .execute()
  }

  /** Oldest first. */
  list(of: MessagesOf): Promise<ProtocolMessageRow[]> {
    let query = this.#database.selectFrom('protocolMessages').select(columns).orderBy('position')
    if ('proofId' in of) query = query.where('proofId', '=', of.proofId)
    else query = query.where('connectionId', '=', of.connectionId)
    if ('threadId' in of && of.threadId) query = query.where('threadId', '=', of.threadId)
    return query.execute()
  }

  async deleteOfProof(proofId: string): Promise<void> {
    await this.#database.deleteFrom('protocolMessages').where('proofId', '=', proofId).execute()
  }

  async deleteOfConnection(connectionId: string): Promise<void> {
    await this.#database.deleteFrom('protocolMessages').where('connectionId', '=', connectionId).execute()
  }

  async deleteBefore(time: string): Promise<void> {
    await this.#database.deleteFrom('protocolMessages').where('at', '<', time).execute()
  }
}
