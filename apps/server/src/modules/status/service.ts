import type { Logger } from 'pino'
import type { Database } from '../../platform/database/database.ts'
import { claimMeta } from '../../platform/database/meta.ts'
import { ApiError } from '../../platform/http/errors.ts'

const lastResetKey = 'last-reset'
const issuerKey = 'issuer'

/** Whether the server can work, and since when its data holds. */
export class StatusService {
  readonly #database: Database
  #state: 'starting' | 'ready' | 'stopping' = 'starting'
  #lastReset = ''

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Opens for visitors, once the issuer is there. Another address or DID than before is a reset of the data: nothing
   * that visitors hold can be continued (docs/product.md, section 4).
   */
  async open(publicUrl: string, did: string, logger: Logger): Promise<void> {
    const now = new Date().toISOString()
    const issuer = `${publicUrl} ${did}`
    this.#lastReset = await claimMeta(this.#database, lastResetKey, now)
    if ((await claimMeta(this.#database, issuerKey, issuer)) !== issuer) {
      await this.#moveTo(issuer, now)
      this.#lastReset = now
      logger.warn(
        { publicUrl, did },
        'PUBLIC_URL or the issuer has changed: credential definitions are made anew and every visitor begins again',
      )
    }
    this.#state = 'ready'
  }

  /** With a new issuer definitions are made anew and nothing under way can be finished. */
  async #moveTo(issuer: string, now: string): Promise<void> {
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

  get lastReset(): string {
    return this.#lastReset
  }

  get isReady(): boolean {
    return this.#state === 'ready'
  }

  get isStopping(): boolean {
    return this.#state === 'stopping'
  }

  markStopping(): void {
    this.#state = 'stopping'
  }

  /** @throws ApiError 503 while the server starts or stops */
  requireReady(): void {
    if (this.#state === 'starting')
      throw new ApiError(503, 'starting', 'The server is starting. Please wait a moment.', 2)
    if (this.#state === 'stopping')
      throw new ApiError(503, 'stopping', 'The server is restarting. Please wait a moment.', 5)
  }
}
