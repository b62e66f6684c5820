import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { AnalyticsEventRow, AnalyticsTagRow, AnalyticsVisitRow } from '../../platform/database/schema.ts'

/** Rows deleted at once: the embedded database works on the server's thread, which must not stand still for long. */
const partSize = 200

/** Events that the pages of consenting visitors reported. */
export class AnalyticsRepository {
  readonly #database: Database
  constructor(database: Database) {
    this.#database = database
  }

  /**
   * An event that is there already stays as it was.
   * @returns the visit of each, which is another where an id came twice
   */
  async insertNew(rows: AnalyticsEventRow[]): Promise<Map<string, string>> {
    const events = this.#database.insertInto('analyticsEvents').values(rows)
    await events.onConflict((conflict) => conflict.column('id').doNothing()).execute()
    const ids = rows.map(({ id }) => id)
    const stored = this.#database.selectFrom('analyticsEvents').select(['id', 'sessionId']).where('id', 'in', ids)
    return new Map((await stored.execute()).map(({ id, sessionId }) => [id, sessionId]))
  }

  /** One row for each event; the first one of a visit counts, then and later. */
  async insertNewVisits(rows: AnalyticsVisitRow[]): Promise<void> {
    if (rows.length === 0) return
    await this.#database
      .insertInto('analyticsVisits')
      .values(rows)
      .onConflict((conflict) => conflict.column('sessionId').doNothing())
      .execute()
  }

  /** The newest value of a tag takes the place of an earlier one. */
  async putTags(rows: AnalyticsTagRow[]): Promise<void> {
    if (rows.length === 0) return
    await this.#database
      .insertInto('analyticsTags')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['sessionId', 'key']).doUpdateSet(({ ref }) => ({
          value: ref('excluded.value'),
          updatedAt: ref('excluded.updatedAt'),
        })),
      )
      .execute()
  }

  /** In batches, between which calls of visitors are served. */
  async deleteBefore(time: string): Promise<void> {
    for (const [table, id, column] of [
      ['analyticsEvents', 'id', 'occurredAt'],
      ['analyticsVisits', 'sessionId', 'beganAt'],
      ['analyticsTags', 'sessionId', 'updatedAt'],
    ] as const) {
      const isOld = sql`${sql.ref(column)} < ${time}`
      const batch = sql`select ${sql.ref(id)} from ${sql.table(table)} where ${isOld} limit ${partSize}`
      const deleteBatch = sql`delete from ${sql.table(table)} where ${isOld} and ${sql.ref(id)} in (${batch})`
      while (Number((await deleteBatch.execute(this.#database)).numAffectedRows) > 0) await setImmediate()
    }
  }

  /** Time of the newest event that is one too many; undefined while there are at most `max`. */
  async timeOfOverflow(max: number): Promise<string | undefined> {
    const row = await this.#database
      .selectFrom('analyticsEvents')
      .select('occurredAt')
      .orderBy('occurredAt', 'desc')
      .limit(1)
      .offset(max)
      .executeTakeFirst()
    return row?.occurredAt
  }

  /**
   * Events of a period, oldest first, a part at a time.
   * @param after the last one of the part before
   */
  page(
    period: { from: string; to: string },
    after: Pick<AnalyticsEventRow, 'occurredAt' | 'id'> | undefined,
    size: number,
  ): Promise<AnalyticsEventRow[]> {
    let query = this.#database
      .selectFrom('analyticsEvents')
      .selectAll()
      .where('occurredAt', '>=', period.from)
      .where('occurredAt', '<', period.to)
      .orderBy('occurredAt')
      .orderBy('id')
      .limit(size)
    if (after) {
      query = query.where(({ or, and, eb }) =>
        or([
          eb('occurredAt', '>', after.occurredAt),
          and([eb('occurredAt', '=', after.occurredAt), eb('id', '>', after.id)]),
        ]),
      )
    }
    return query.execute()
  }
}
