import type { Database } from '../../platform/database/database.ts'
import type { CredentialDefinitionRow } from '../../platform/database/schema.ts'

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

  /** The definition itself stays, because credentials of it may be out there. */
  async forgetVisitorsBefore(time: string): Promise<void> {
    await this.#database
      .updateTable('credentialDefinitions')
      .set({ visitor: null })
      .where('visitor', 'is not', null)
      .where('createdAt', '<', time)
      .execute()
  }

  /** What visitors had made: one of them, or all. */
  async countMadeSince(since: string, visitor?: string): Promise<number> {
    let query = this.#database
      .selectFrom('credentialDefinitions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('visitor', 'is not', null)
      .where('createdAt', '>=', since)
    if (visitor !== undefined) query = query.where('visitor', '=', visitor)
    return Number((await query.executeTakeFirstOrThrow()).count)
  }
}
