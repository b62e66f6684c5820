import type { CredentialState } from '@lastmile/contracts'
import type { Database } from '../../platform/database.ts'
import type { CredentialExchangeRow } from '../../platform/database-schema.ts'

const openStates: CredentialState[] = ['offer_sent', 'request_received']
const issuedStates: CredentialState[] = ['credential_issued', 'credential_acked', 'done']

export const isOpen = (exchange: CredentialExchangeRow) => openStates.includes(exchange.state)

/** From which states a state can be reached: a late report of an earlier state changes nothing. */
const reachedFrom: Record<CredentialState, CredentialState[]> = {
  offer_sent: [],
  request_received: ['offer_sent'],
  credential_issued: openStates,
  credential_acked: [...openStates, 'credential_issued'],
  done: [...openStates, 'credential_issued', 'credential_acked'],
  credential_revoked: issuedStates,
  abandoned: openStates,
}

export class CredentialRepository {
  readonly #database: Database
  constructor(database: Database) {
    this.#database = database
  }

  /** @returns whether there was no such row yet */
  async insertIfAbsent(row: CredentialExchangeRow): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#database
      .insertInto('credentialExchanges')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }

  /** Any visitor's, deleted ones too; for what the agent reports. */
  find(id: string): Promise<CredentialExchangeRow | undefined> {
    return this.#database.selectFrom('credentialExchanges').selectAll().where('id', '=', id).executeTakeFirst()
  }

  /** Deleted ones too. */
  findOwned(visitor: string, id: string): Promise<CredentialExchangeRow | undefined> {
    return this.#database
      .selectFrom('credentialExchanges')
      .selectAll()
      .where('id', '=', id)
      .where('visitor', '=', visitor)
      .executeTakeFirst()
  }

  findOpen(openKey: string): Promise<CredentialExchangeRow | undefined> {
    return this.#database
      .selectFrom('credentialExchanges')
      .selectAll()
      .where('openKey', '=', openKey)
      .executeTakeFirst()
  }

  /** By the credential's place in a revocation registry; a deleted exchange can still be revoked. */
  findByRevocation(
    visitor: string,
    place: { connectionId: string; registryId: string; index: string },
  ): Promise<CredentialExchangeRow | undefined> {
    return this.#database
      .selectFrom('credentialExchanges')
      .selectAll()
      .where('visitor', '=', visitor)
      .where('connectionId', '=', place.connectionId)
      .where('revocationRegistryId', '=', place.registryId)
      .where('revocationIndex', '=', place.index)
      .executeTakeFirst()
  }

  onConnection(visitor: string, connectionId: string): Promise<CredentialExchangeRow[]> {
    return this.#database
      .selectFrom('credentialExchanges')
      .selectAll()
      .where('visitor', '=', visitor)
      .where('connectionId', '=', connectionId)
      .where('deletedAt', 'is', null)
      .orderBy('createdAt')
      .execute()
  }

  /** @returns the row as it is now, or undefined when it was that far already or is deleted */
  async advance(
    id: string,
    change: Pick<CredentialExchangeRow, 'state' | 'refusal'>,
    now: string,
  ): Promise<CredentialExchangeRow | undefined> {
    const before = reachedFrom[change.state]
    if (before.length === 0) return undefined
    return this.#database
      .updateTable('credentialExchanges')
      .set({ ...change, updatedAt: now, ...(openStates.includes(change.state) ? {} : { openKey: null }) })
      .where('id', '=', id)
      .where('state', 'in', before)
      .where('deletedAt', 'is', null)
      .returningAll()
      .executeTakeFirst()
  }

  /** Marks it revoked, deleted or not. @returns the row as it is now, or undefined when it was revoked already */
  markRevoked(id: string, now: string): Promise<CredentialExchangeRow | undefined> {
    return this.#database
      .updateTable('credentialExchanges')
      .set({ state: 'credential_revoked', updatedAt: now })
      .where('id', '=', id)
      .where('state', 'in', reachedFrom.credential_revoked)
      .returningAll()
      .executeTakeFirst()
  }

  async markDeleted(id: string, now: string): Promise<void> {
    await this.#database
      .updateTable('credentialExchanges')
      .set({ deletedAt: now, updatedAt: now, openKey: null })
      .where('id', '=', id)
      .execute()
  }

  async markForgotten(id: string): Promise<void> {
    await this.#database.updateTable('credentialExchanges').set({ forgotten: 1 }).where('id', '=', id).execute()
  }

  open(): Promise<CredentialExchangeRow[]> {
    return this.#database
      .selectFrom('credentialExchanges')
      .selectAll()
      .where('forgotten', '=', 0)
      .where('state', 'in', openStates)
      .where('deletedAt', 'is', null)
      .execute()
  }

  /** Finished or deleted, while the agent still keeps the exchange. */
  toForget(): Promise<CredentialExchangeRow[]> {
    return this.#database
      .selectFrom('credentialExchanges')
      .selectAll()
      .where('forgotten', '=', 0)
      .where(({ or, eb }) => or([eb('state', 'not in', openStates), eb('deletedAt', 'is not', null)]))
      .execute()
  }

  async countOpen(): Promise<number> {
    const { count } = await this.#database
      .selectFrom('credentialExchanges')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('openKey', 'is not', null)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  async deleteUntouchedSince(time: string): Promise<void> {
    await this.#database
      .deleteFrom('credentialExchanges')
      .where('updatedAt', '<', time)
      .where('forgotten', '=', 1)
      .execute()
  }
}
