import { protocolMessageLimits } from '@lastmile/contracts'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../platform/database/database.ts'
import type { ProtocolMessageRow } from '../../platform/database/schema.ts'

const owners = ['connectionId', 'credentialId', 'proofId'] as const
type Owner = (typeof owners)[number]

/** Whose messages: those of a connection, or one of its threads, or of an offer or a proof without a connection. */
export interface MessagesOf {
  owner: Owner
  id: string
  threadId?: string
}

const columns = [
  'id',
  ...owners,
  'threadId',
  'at',
  'direction',
  'type',
  'state',
  'message',
] as const satisfies (keyof ProtocolMessageRow)[]

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
      const owner = owners.find((each) => row[each] !== null) ?? 'connectionId'
      const id = row[owner] ?? ''
      const added = (this.#added.get(id) ?? 0) + 1
      this.#added.set(id, added)
      if (added < addedBetweenPrunings) continue
      this.#added.delete(id)
      await this.#prune(owner, id)
    }
  }

  async #prune(owner: Owner, id: string): Promise<void> {
    const tooOld = this.#database
      .selectFrom('protocolMessages')
      .select('position')
      .where(owner, '=', id)
      .orderBy('position', 'desc')
      .limit(1)
      .offset(protocolMessageLimits.count)
    await this.#database
      .deleteFrom('protocolMessages')
      .where(owner, '=', id)
      .where('position', '<=', () => tooOld)
      .execute()
  }

  /** The latest, oldest first, as far as they make no answer that keeps the server busy. */
  async list({ owner, id, threadId }: MessagesOf): Promise<ProtocolMessageRow[]> {
    let query = this.#database.selectFrom('protocolMessages').select(columns).where(owner, '=', id)
    if (threadId !== undefined) query = query.where('threadId', '=', threadId)
    query = query.orderBy('position', 'desc')
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

  async deleteOf(owner: Owner, id: string): Promise<void> {
    await this.#database.deleteFrom('protocolMessages').where(owner, '=', id).execute()
  }

  async deleteBefore(time: string): Promise<void> {
    await this.#database.deleteFrom('protocolMessages').where('at', '<', time).execute()
  }
}
