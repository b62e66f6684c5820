import type { Database } from '../../platform/database.ts'

const lastResetKey = 'last-reset'
const publicUrlKey = 'public-url'

export class StatusRepository {
  readonly #database: Database
  constructor(database: Database) {
    this.#database = database
  }

  /** ISO 8601. */
  lastReset(): Promise<string | undefined> {
    return this.#read(lastResetKey)
  }

  publicUrl(): Promise<string | undefined> {
    return this.#read(publicUrlKey)
  }

  /** The first start on an empty database. */
  async begin(publicUrl: string, now: string): Promise<void> {
    await this.#database
      .insertInto('meta')
      .values([
        { key: lastResetKey, value: now },
        { key: publicUrlKey, value: publicUrl },
      ])
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** A new address means a new issuer: definitions are made anew and nothing under way can be finished. */
  async moveTo(publicUrl: string, now: string): Promise<void> {
    await this.#database.transaction().execute(async (transaction) => {
      await transaction.updateTable('credentialDefinitions').set({ state: 'preparing', registryId: null }).execute()
      await transaction
        .updateTable('connections')
        .set({ state: 'abandoned', updatedAt: now })
        .where('state', 'in', ['invited', 'request', 'response', 'active', 'complete'])
        .execute()
      await transaction
        .updateTable('credentialExchanges')
        .set({ deletedAt: now, openKey: null })
        .where('deletedAt', 'is', null)
        .execute()
      await transaction
        .updateTable('proofExchanges')
        .set({ deletedAt: now, openKey: null })
        .where('deletedAt', 'is', null)
        .execute()
      await transaction.deleteFrom('shortLinks').execute()
      await transaction.updateTable('meta').set({ value: now }).where('key', '=', lastResetKey).execute()
      await transaction.updateTable('meta').set({ value: publicUrl }).where('key', '=', publicUrlKey).execute()
    })
  }

  async #read(key: string): Promise<string | undefined> {
    return (await this.#database.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst())?.value
  }
}
