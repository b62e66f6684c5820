import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Entries, EntryKind } from '../../platform/database/schema.ts'
import { type Period, unitLength } from './period.ts'

interface Counted {
  table: 'analyticsVisits' | 'ledger' | 'contactMessages'
  time: 'beganAt' | 'createdAt'
  condition?: RawBuilder<SqlBool>
}

/** Exchanges that came to one of these states, by the time when they began. */
const ofLedger = <Kind extends EntryKind>(kind: Kind, ...states: Entries[Kind]['state'][]): Counted => ({
  table: 'ledger',
  time: 'createdAt',
  condition: sql<SqlBool>`kind = ${kind} and state in (${sql.join(states)})`,
})

/** The series that are counted over time. */
const counted = {
  visits: { table: 'analyticsVisits', time: 'beganAt' },
  connections: ofLedger('connection', 'active'),
  /** Those that reached their wallet, whatever happened to them afterwards. */
  credentialsIssued: ofLedger('credential', 'credential_issued', 'credential_revoked'),
  proofsVerified: ofLedger('proof', 'verified'),
  proofsRefused: ofLedger('proof', 'abandoned', 'expired'),
  contactMessages: { table: 'contactMessages', time: 'createdAt' },
} satisfies Record<string, Counted>
export type SeriesName = keyof typeof counted
export const seriesNames = Object.keys(counted) as SeriesName[]

type Times = Pick<Period, 'from' | 'to'>
export type Counts<Column> = ReadonlyMap<Column, number>

/** Counts for the insights. Columns of time are beginnings of ISO 8601 texts, as `unitLength` says. */
export class InsightsRepository {
  readonly #database: Database
  constructor(database: Database) {
    this.#database = database
  }

  /** One of the series, by its time. */
  async series(name: SeriesName, period: Period): Promise<Counts<string>> {
    const { table, time, condition }: Counted = counted[name]
    // A literal length, because both databases group by the expression only when it is the same text.
    const column = sql<string>`substr(${sql.ref(time)}, 1, ${sql.lit(unitLength[period.unit])})`
    const rows = await this.#database
      .selectFrom(table)
      .select(({ fn }) => [column.as('column'), fn.countAll<number>().as('count')])
      .where(within(time, period))
      .where(condition ?? sql<SqlBool>`1 = 1`)
      .groupBy(column)
      .execute()
    return countsOf(rows)
  }

  /**
   * How far the visits that began with a character came: for each position the number of visits whose furthest it is.
   * @param screens ids in the order of the character's onboarding; without them the positions that the pages named
   * @returns 0 is the start, and the last screen's position (or `uploadedEnd`) the completed onboarding
   */
  async furthest(character: string, screens: readonly string[] | undefined, period: Times): Promise<Counts<number>> {
    const last = screens?.length ?? uploadedEnd
    const position = sql<number>`max(case
      when type = 'onboarding_complete' then ${sql.lit(last)}
      when type = 'onboarding_start' then 0
      ${sql.join(
        screens
          ? screens.map((screen, index) => sql`when screen = ${screen} then ${sql.lit(index + 1)}`)
          : [sql`when step is not null then step`],
        sql` `,
      )}
      else 0 end)`
    const rows = await this.#database
      .selectFrom((query) =>
        query
          .selectFrom('analyticsEvents')
          .select(['sessionId', position.as('furthest')])
          .where('character', '=', character)
          .where('type', 'in', ['onboarding_start', 'onboarding_step_complete', 'onboarding_complete'])
          .where(within('occurredAt', period))
          .groupBy('sessionId')
          .as('visits'),
      )
      .select(({ fn }) => ['furthest as column', fn.countAll<number>().as('count')])
      .groupBy('furthest')
      .execute()
    return countsOf(rows)
  }

  /** Visits that started and completed each use case. */
  useCases(period: Times) {
    return this.#database
      .selectFrom('analyticsEvents')
      .select(({ fn }) => ['useCase', 'action', fn.count<number>('sessionId').distinct().as('count')])
      .where('type', '=', 'button_click')
      .where('action', 'in', ['start', 'complete'])
      .where('useCase', 'is not', null)
      .where(within('occurredAt', period))
      .groupBy(['useCase', 'action'])
      .execute()
  }

  /** The pages seen by most visits. */
  pages(period: Times, most: number) {
    return this.#database
      .selectFrom('analyticsEvents')
      .select(({ fn }) => [
        'path',
        fn.countAll<number>().as('views'),
        fn.count<number>('sessionId').distinct().as('visits'),
      ])
      .where('type', '=', 'page_view')
      .where(within('occurredAt', period))
      .groupBy('path')
      .orderBy('visits', 'desc')
      .orderBy('path')
      .limit(most)
      .execute()
  }

  /** Visits by their tags, within a period. */
  tags(period: Times) {
    return this.#database
      .selectFrom('analyticsVisits')
      .innerJoin('analyticsTags', 'analyticsTags.sessionId', 'analyticsVisits.sessionId')
      .select(({ fn }) => ['key', 'value', fn.countAll<number>().as('visits')])
      .where(within('beganAt', period))
      .groupBy(['key', 'value'])
      .orderBy('visits', 'desc')
      .orderBy('value')
      .execute()
  }

  /** Visits by kind of device. */
  devices(period: Times) {
    return this.#database
      .selectFrom('analyticsVisits')
      .select(({ fn }) => ['device', fn.countAll<number>().as('visits')])
      .where(within('beganAt', period))
      .groupBy('device')
      .orderBy('visits', 'desc')
      .orderBy('device')
      .execute()
  }
}

/** Above every position that a page can name. */
export const uploadedEnd = 101

/** A time of ISO 8601 in a period, its end excluded. */
const within = (column: string, { from, to }: Times) =>
  sql<SqlBool>`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`

const countsOf = <Column>(rows: { column: Column; count: number }[]): Counts<Column> =>
  new Map(rows.map(({ column, count }) => [column, count]))
