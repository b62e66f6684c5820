import type { Database } from '../../platform/database/database.ts'
import { claimMeta, readMeta } from '../../platform/database/meta.ts'

const lastResetKey = 'last-reset'
const issuerKey = 'issuer'

export class StatusRepository {
  readonly #database: Database
  constructor(database: Database) {
    this.#database = database
  }

  /** ISO 8601. */
  lastReset(): Promise<string | undefined> {
    return readMeta(this.#database, lastResetKey)
  }

  /** Whose data this is: what `begin` or `moveTo` was given. */
  issuer(): Promise<string | undefined> {
    return readMeta(this.#database, issuerKey)
  }

  /** The first start on an empty database. */
  async begin(issuer: string, now: string): Promise<void> {
    await claimMeta(this.#database, lastResetKey, now)
    await claimMeta(this.#database, issuerKey, issuer)
  }

  /** With a new issuer definitions are made anew and nothing under way can be finished. */
  async moveTo(issuer: string, now: string): Promise<void> {
    await this.#database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('credentialDefinitions')
        .set({ state: 'preparing', publishedId: null })
        .where('state', '!=', 'removing')
        .execute()
      await transaction
        .updateTable('ledger')
        .set({ state: 'abandoned', network: null, updatedAt: now, dueAt: now })
        .where('kind', '=', 'connection')
        .where('state', '!=', 'abandoned')
        .execute()
      await transaction
        .updateTable('ledger')
        .set({ deletedAt: now, openKey: null, network: null })
        .where('kind', '!=', 'connection')
        .where('deletedAt', 'is', null)
        .execute()
      await transaction
        .updateTable('ledger')
        .set({ dueAt: now })
        .where('kind', '!=', 'connection')
        .where('forgotten', '=', 0)
        .execute()
      await transaction.deleteFrom('ledgerEvents').execute()
      await transaction.deleteFrom('shortLinks').execute()
      await transaction.deleteFrom('protocolMessages').execute()
      await transaction.updateTable('meta').set({ value: now }).where('key', '=', lastResetKey).execute()
      await transaction.updateTable('meta').set({ value: issuer }).where('key', '=', issuerKey).execute()
    })
  }
}
