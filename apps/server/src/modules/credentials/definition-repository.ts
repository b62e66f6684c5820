import type { Database } from '../../platform/database.ts'
import type { CredentialDefinitionRow } from '../../platform/database-schema.ts'

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

  findByRegistryId(registryId: string): Promise<CredentialDefinitionRow | undefined> {
    return this.#database
      .selectFrom('credentialDefinitions')
      .selectAll()
      .where('registryId', '=', registryId)
      .executeTakeFirst()
  }

  async markReady(id: string, registryId: string): Promise<void> {
    await this.#database
      .updateTable('credentialDefinitions')
      .set({ state: 'ready', registryId })
      .where('id', '=', id)
      .execute()
  }

  preparing(): Promise<CredentialDefinitionRow[]> {
    return this.#database.selectFrom('credentialDefinitions').selectAll().where('state', '=', 'preparing').execute()
  }

  async countMadeSince(visitor: string, since: string): Promise<number> {
    const { count } = await this.#database
      .selectFrom('credentialDefinitions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('visitor', '=', visitor)
      .where('createdAt', '>=', since)
      .executeTakeFirstOrThrow()
    return Number(count)
  }
}
