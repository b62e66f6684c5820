import type { ProofState } from '@lastmile/contracts'
import type { Database } from '../../platform/database.ts'
import type { ProofExchangeRow } from '../../platform/database-schema.ts'

const openStates: ProofState[] = ['request_sent', 'presentation_received']

export const isOpen = (exchange: ProofExchangeRow) => openStates.includes(exchange.state)

/** From which states a state can be reached: a late report of an earlier state changes nothing. */
const reachedFrom: Record<ProofState, ProofState[]> = {
  request_sent: [],
  presentation_received: ['request_sent'],
  verified: openStates,
  done: [...openStates, 'verified'],
  abandoned: openStates,
  expired: openStates,
}

export class ProofRepository {
  readonly #database: Database
  constructor(database: Database) {
    this.#database = database
  }

  /** @returns whether there was no such row yet */
  async insertIfAbsent(row: ProofExchangeRow): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#database
      .insertInto('proofExchanges')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }

  /** Any visitor's, deleted ones too; for what the agent reports. */
  find(id: string): Promise<ProofExchangeRow | undefined> {
    return this.#database.selectFrom('proofExchanges').selectAll().where('id', '=', id).executeTakeFirst()
  }

  /** Deleted ones too. */
  findOwned(visitor: string, id: string): Promise<ProofExchangeRow | undefined> {
    return this.#database
      .selectFrom('proofExchanges')
      .selectAll()
      .where('id', '=', id)
      .where('visitor', '=', visitor)
      .executeTakeFirst()
  }

  findOpen(openKey: string): Promise<ProofExchangeRow | undefined> {
    return this.#database.selectFrom('proofExchanges').selectAll().where('openKey', '=', openKey).executeTakeFirst()
  }

  onConnection(visitor: string, connectionId: string): Promise<ProofExchangeRow[]> {
    return this.#database
      .selectFrom('proofExchanges')
      .selectAll()
      .where('visitor', '=', visitor)
      .where('connectionId', '=', connectionId)
      .where('deletedAt', 'is', null)
      .orderBy('createdAt')
      .execute()
  }

  async setOpenKey(id: string, openKey: string): Promise<void> {
    await this.#database
      .updateTable('proofExchanges')
      .set({ openKey })
      .where('id', '=', id)
      .where('state', 'in', openStates)
      .execute()
  }

  /** @returns the row as it is now, or undefined when it was that far already or is deleted */
  async advance(
    id: string,
    change: Pick<ProofExchangeRow, 'state' | 'verified' | 'refusal'>,
    now: string,
  ): Promise<ProofExchangeRow | undefined> {
    const before = reachedFrom[change.state]
    if (before.length === 0) return undefined
    return this.#database
      .updateTable('proofExchanges')
      .set({ ...change, updatedAt: now, ...(openStates.includes(change.state) ? {} : { openKey: null }) })
      .where('id', '=', id)
      .where('state', 'in', before)
      .where('deletedAt', 'is', null)
      .returningAll()
      .executeTakeFirst()
  }

  async markDeleted(id: string, now: string): Promise<void> {
    await this.#database
      .updateTable('proofExchanges')
      .set({ deletedAt: now, updatedAt: now, openKey: null })
      .where('id', '=', id)
      .execute()
  }

  async markForgotten(id: string): Promise<void> {
    await this.#database.updateTable('proofExchanges').set({ forgotten: 1 }).where('id', '=', id).execute()
  }

  open(): Promise<ProofExchangeRow[]> {
    return this.#database
      .selectFrom('proofExchanges')
      .selectAll()
      .where('forgotten', '=', 0)
      .where('state', 'in', openStates)
      .where('deletedAt', 'is', null)
      .execute()
  }

  /** What the agent still keeps: deleted, finished before `finished`, or untouched since `untouched`. */
  toForget(times: { finished: string; untouched: string }): Promise<ProofExchangeRow[]> {
    return this.#database
      .selectFrom('proofExchanges')
      .selectAll()
      .where('forgotten', '=', 0)
      .where(({ or, and, eb }) =>
        or([
          eb('deletedAt', 'is not', null),
          eb('updatedAt', '<', times.untouched),
          and([eb('state', 'not in', openStates), eb('updatedAt', '<', times.finished)]),
        ]),
      )
      .execute()
  }

  async countOpen(): Promise<number> {
    const { count } = await this.#database
      .selectFrom('proofExchanges')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('openKey', 'is not', null)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  async deleteUntouchedSince(time: string): Promise<void> {
    await this.#database.deleteFrom('proofExchanges').where('updatedAt', '<', time).where('forgotten', '=', 1).execute()
  }
}
