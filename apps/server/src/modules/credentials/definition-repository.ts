import type { Database } from '../../platform/database/database.ts'
import type { CredentialDefinitionRow } from '../../platform/database/schema.ts'
import { openStates } from '../ledger/states.ts'

export class CredentialDefinitionRepository {
  readonly #database: Database
  constructor(database: Database) {
    this.#database = database
  }

  async insertIfAbsent(row: CredentialDefinitionRow): Promise<void> {
    await this.#database
      .insertInto('credentialDefinitions')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  find(id: string): Promise<CredentialDefinitionRow | undefined> {
    return this.#database.selectFrom('credentialDefinitions').selectAll().where('id', '=', id).executeTakeFirst()
  }

  findByPublishedId(publishedId: string): Promise<CredentialDefinitionRow | undefined> {
    return this.#database
      .selectFrom('credentialDefinitions')
      .selectAll()
      .where('publishedId', '=', publishedId)
      .executeTakeFirst()
  }

  async markReady(id: string, publishedId: string): Promise<void> {
    await this.#database
      .updateTable('credentialDefinitions')
      .set({ state: 'ready', publishedId })
      .where('id', '=', id)
      .execute()
  }

  preparing(): Promise<CredentialDefinitionRow[]> {
    return this.#database.selectFrom('credentialDefinitions').selectAll().where('state', '=', 'preparing').execute()
  }

  /** @returns those that are there and not being removed */
  async markUsed(ids: string[], now: Date): Promise<number> {
    const { numUpdatedRows } = await this.#database
      .updateTable('credentialDefinitions')
      .set({ usedAt: now.toISOString() })
      .where('id', 'in', ids)
      .where('state', '!=', 'removing')
      .executeTakeFirst()
    return Number(numUpdatedRows)
  }

  /** Those that were not used for longest come first. */
  byLastUse(): Promise<CredentialDefinitionRow[]> {
    return this.#database.selectFrom('credentialDefinitions').selectAll().orderBy('usedAt').orderBy('id').execute()
  }

  /**
   * From here on no exchange can begin with it.
   * @param begun time by which every exchange with it had begun
   * @returns false, and changes nothing, when it was used since it was read, or an offer or proof that may need it is
   * open
   */
  async beginRemoval({ id, usedAt }: CredentialDefinitionRow, begun: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#database
      .updateTable('credentialDefinitions')
      .set({ state: 'removing' })
      .where('id', '=', id)
      .where('usedAt', '=', usedAt)
      .where('state', '!=', 'removing')
      .where(({ not, exists, selectFrom }) => {
        const open = (kind: 'credential' | 'proof') =>
          selectFrom('ledger')
            .select('ledger.id')
            .where('kind', '=', kind)
            .where('ledger.state', 'in', openStates(kind))
            .where('forgotten', '=', 0)
            .where('ledger.createdAt', '<=', begun.toISOString())
        return not(exists(open('credential').where('definitionId', '=', id)).or(exists(open('proof'))))
      })
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** The last step of its removal. */
  async delete(id: string): Promise<void> {
    await this.#database
      .deleteFrom('credentialDefinitions')
      .where('id', '=', id)
      .where('state', '=', 'removing')
      .execute()
  }

  /** The definition itself stays, because credentials of it may be out there. */
  async forgetVisitorsBefore(time: string): Promise<void> {
    await this.#database
      .updateTable('credentialDefinitions')
      .set({ visitor: null })
      .where('visitor', 'is not', null)
      .where('createdAt', '<', time)
      .execute()
  }

  /** Counts definitions made for visitors: for one of them, or for all. */
  async countMadeSince(since: string, visitor?: string): Promise<number> {
    let query = this.#database
      .selectFrom('credentialDefinitions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('visitor', 'is not', null)
      .where('createdAt', '>=', since)
    if (visitor !== undefined) query = query.where('visitor', '=', visitor)
    return (await query.executeTakeFirstOrThrow()).count
  }
}
