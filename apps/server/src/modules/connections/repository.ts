import type { ConnectionState } from '@lastmile/contracts'
import type { Database } from '../../platform/database.ts'
import type { ConnectionRow } from '../../platform/database-schema.ts'

const openStates: ConnectionState[] = ['invited', 'request', 'response']

/** From which states a state can be reached: a late report of an earlier state changes nothing. */
const reachedFrom: Record<ConnectionState, ConnectionState[]> = {
  invited: [],
  request: ['invited'],
  response: ['invited', 'request'],
  active: openStates,
  complete: [...openStates, 'active'],
  abandoned: openStates,
}

export class ConnectionRepository {
  readonly #database: Database
  constructor(database: Database) {
    this.#database = database
  }

  async insert(row: ConnectionRow): Promise<void> {
    await this.#database.insertInto('connections').values(row).execute()
  }

  /** Any visitor's; for what the agent reports. */
  find(id: string): Promise<ConnectionRow | undefined> {
    return this.#database.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirst()
  }

  findOwned(visitor: string, id: string): Promise<ConnectionRow | undefined> {
    return this.#database
      .selectFrom('connections')
      .selectAll()
      .where('id', '=', id)
      .where('visitor', '=', visitor)
      .executeTakeFirst()
  }

  findOwnedByInvitation(visitor: string, invitationId: string): Promise<ConnectionRow | undefined> {
    return this.#database
      .selectFrom('connections')
      .selectAll()
      .where('invitationId', '=', invitationId)
      .where('visitor', '=', visitor)
      .executeTakeFirst()
  }

  /** @returns the row as it is now, or undefined when it was that far already */
  async advance(id: string, state: ConnectionState, now: string): Promise<ConnectionRow | undefined> {
    if (reachedFrom[state].length === 0) return undefined
    return this.#database
      .updateTable('connections')
      .set({ state, updatedAt: now })
      .where('id', '=', id)
      .where('state', 'in', reachedFrom[state])
      .returningAll()
      .executeTakeFirst()
  }

  /** Neither connected nor given up, and no step nearer since `time`. */
  openUntouchedSince(time: string): Promise<ConnectionRow[]> {
    return this.#database
      .selectFrom('connections')
      .selectAll()
      .where('state', 'in', openStates)
      .where('updatedAt', '<', time)
      .execute()
  }

  /** Neither connected nor given up, made at or after `since`. */
  open(since: string): Promise<ConnectionRow[]> {
    return this.#database
      .selectFrom('connections')
      .selectAll()
      .where('state', 'in', openStates)
      .where('createdAt', '>=', since)
      .execute()
  }

  async countOpen(since: string, visitor?: string): Promise<number> {
    let query = this.#database
      .selectFrom('connections')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', 'in', openStates)
      .where('createdAt', '>=', since)
    if (visitor !== undefined) query = query.where('visitor', '=', visitor)
    return Number((await query.executeTakeFirstOrThrow()).count)
  }

  async untouchedSince(time: string): Promise<string[]> {
    const rows = await this.#database.selectFrom('connections').select('id').where('updatedAt', '<', time).execute()
    return rows.map(({ id }) => id)
  }

  async delete(id: string): Promise<void> {
    await this.#database.deleteFrom('connections').where('id', '=', id).execute()
  }
}
