import { protocolMessageLimits } from '@lastmile/contracts'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../platform/database/database.ts'
import type { ProtocolMessageRow } from '../../platform/database/schema.ts'
import type { NodeNews } from '../../platform/process/node-news.ts'

/** Whose messages: those of a connection, or of an out-of-band proof. */
export type MessagesOf = { connectionId: string; threadId?: string } | { proofId: string }

const columns = [
  ...['id', 'connectionId', 'proofId', 'threadId', 'at', 'direction', 'type', 'state', 'message'],
] as (keyof ProtocolMessageRow)[]

const addedBetweenPrunings = 50
/** Characters. Honest messages have about a thousand each. */
const mostAnswered = 512 * 1024

export class ProtocolMessageRepository {
  readonly #database: Database
  /** Since the last pruning: a visit has about a dozen, so most connections never need one. */
  readonly #added = new LRUCache<string, number>({ max: 10_000 })

  constructor(database: Database) {
    this.#database = database
  }

  /** Adds them in this order and lets go, now and then, of the oldest where there are too many. */
  async insert(rows: ProtocolMessageRow[]): Promise<void> {
    await this.#database.insertInto('protocolMessages').values(rows).execute()
    for (const row of rows) {
      const column = row.connectionId === null ? 'proofId' : 'connectionId'
      const id = row[column] ?? ''
      const added = (this.#added.get(id) ?? 0) + 1
      this.#added.set(id, added)
      if (added < addedBetweenPrunings) continue
      this.#added.delete(id)
      await this.#prune(column, id)
    }
  }

  async #prune(column: 'connectionId' | 'proofId', id: string): Promise<void> {
    const tooOld = this.#database
      .selectFrom('protocolMessages')
      .select('position')
      .where(column, '=', id)
      .orderBy('position', 'desc')
      .limit(1)
      .offset(protocolMessageLimits.count)
    await this.#database
      .deleteFrom('protocolMessages')
      .where(column, '=', id)
      .where('position', '<=', () => tooOld)
      .execute()
  }

  /** The latest, oldest first, as far as they make no answer that keeps the server busy. */
  async list(of: MessagesOf): Promise<ProtocolMessageRow[]> {
    let query = this.#database.selectFrom('protocolMessages').select(columns).orderBy('position', 'desc')
    if ('proofId' in of) query = query.where('proofId', '=', of.proofId)
    else query = query.where('connectionId', '=', of.connectionId)
    if ('threadId' in of && of.threadId) query = query.where('threadId', '=', of.threadId)
    const latest = await query.limit(protocolMessageLimits.count).execute()
    let length = 0
    const tooMuch = latest.findIndex(({ message }) => {
      length += message.length
      return length > mostAnswered
    })
    return latest.slice(0, tooMuch === -1 ? undefined : tooMuch).reverse()
  }

  /** In the order in which they happened. */
  async byIds(ids: string[]): Promise<ProtocolMessageRow[]> {
    return this.#database
      .selectFrom('protocolMessages')
      .select(columns)
      .where('id', 'in', ids)
      .orderBy('position')
      .execute()
  }

  notify(news: NodeNews, topic: string, text: string): Promise<void> {
    return news.notify(this.#database, topic, text)
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
