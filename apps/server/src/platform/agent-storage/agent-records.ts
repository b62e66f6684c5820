import type { AgentStorage, RecordFilter, StoredRecord } from '@lastmile/agent/port'
import { type CompiledQuery, type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../database/database.ts'
import { claimMeta, readMeta } from '../database/meta.ts'
import { isPostgres } from '../database/postgres.ts'
import { PreparedQuery } from '../database/prepared-query.ts'
import type { DatabaseSchema } from '../database/schema.ts'
import type { Nodes } from '../process/nodes.ts'
import { postgresRecordWrites } from './postgres-record-writes.ts'
import { recordWrites } from './record-writes.ts'

type Rows = Pick<AgentStorage, 'claim' | 'records' | 'keys' | 'events'>

/** Where the check of the store key stands. */
export const claimKey = 'agent-store'

/** The check of the store key that the data are encrypted with; undefined before the first start. */
export const readClaim = (database: Database): Promise<string | undefined> => readMeta(database, claimKey)

/**
 * The agent's records, keys and undelivered events in our own database; what is in them is encrypted by the agent.
 * @param nodes whose events this process delivers: its own, and of those that are no more
 */
export function createAgentRecords(database: Database, nodes: Nodes): Rows {
  const writes = isPostgres(database) ? postgresRecordWrites(database, nodes.own) : recordWrites(database, nodes.own)
  const compiledSearch = searchCompiler(database)
  return {
    claim: (check) => claimMeta(database, claimKey, check),

    records: {
      ...writes,

      delete: ({ type, id }, belongings) =>
        database.transaction().execute(async (transaction) => {
          const deleted = await deleteRow(transaction, { type, id })
          if (deleted.length === 0) return false
          const belonging = belongings
            ? await transaction
                .deleteFrom('agentRecords')
                .where((where) => holdsOneOf(database, where, [Buffer.from(belongings.token)]))
                .returning('position')
                .execute()
            : []
          await deleteTokens(transaction, [...deleted, ...belonging])
          return true
        }),

      read: (type, id) => readRecord.one(database, { type, id }),

      find: async (type, filter, page = {}) => {
        const query = compiledSearch(type, filter, page)
        return (await database.executeQuery(query)).rows
      },
    },

    keys: {
      async insert(id, encrypted) {
        const { numInsertedOrUpdatedRows } = await database
          .insertInto('agentKeys')
          .values({ id, sealed: Buffer.from(encrypted) })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        return numInsertedOrUpdatedRows === 1n
      },
      async read(id) {
        return (await database.selectFrom('agentKeys').select('sealed').where('id', '=', id).executeTakeFirst())?.sealed
      },
      async delete(id) {
        const { numDeletedRows } = await database.deleteFrom('agentKeys').where('id', '=', id).executeTakeFirst()
        return numDeletedRows > 0n
      },
    },

    events: {
      waiting: async (after, limit) => (await waitingEvents.run(database, { after, limit, node: nodes.own })).rows,
      async takeOver(limit) {
        const living = await nodes.living()
        const taken = await database
          .updateTable('agentEvents')
          .set({ node: nodes.own })
          .where('position', 'in', (events) =>
            events
              .selectFrom('agentEvents')
              .select('position')
              .where('node', 'not in', living)
              .orderBy('position')
              .limit(limit),
          )
          // Another process may take them at the same moment.
          .where('node', 'not in', living)
          .returning(['position', 'subjectId', 'body'])
          .execute()
        return taken.sort((one, other) => one.position - other.position)
      },
      async delete(positions) {
        await database.deleteFrom('agentEvents').where('position', 'in', positions).execute()
      },
    },
  }
}

/** In the caller's transaction; does nothing when there is none. */
export async function deleteRecord(database: Database, record: { type: string; id: string }): Promise<void> {
  const deleted = await deleteRow(database, record)
  if (deleted.length > 0) await deleteTokens(database, deleted)
}

const deleteRow = (database: Database, { type, id }: { type: string; id: string }) =>
  database.deleteFrom('agentRecords').where('type', '=', type).where('id', '=', id).returning('position').execute()

async function deleteTokens(database: Database, records: { position: number }[]): Promise<void> {
  const positions = records.map(({ position }) => position)
  await database.deleteFrom('agentRecordTokens').where('record', 'in', positions).execute()
}

const readRecord = new PreparedQuery((database, given: { type: string; id: string }) =>
  database
    .selectFrom('agentRecords')
    .select(['id', 'version', 'sealed as encrypted'])
    .where('type', '=', given.type)
    .where('id', '=', given.id),
)

const waitingEvents = new PreparedQuery((database, given: { after: number; limit: number; node: string }) =>
  database
    .selectFrom('agentEvents')
    .select(['position', 'subjectId', 'body'])
    .where('node', '=', given.node)
    .where('position', '>', given.after)
    .orderBy('position')
    .limit(given.limit),
)

/** Compiles a search once for its shape: the same questions come again and again, with other tokens. */
function searchCompiler(database: Database) {
  const cache = new LRUCache<string, CompiledQuery<StoredRecord>>({ max: 500 })
  return (type: string, filter: RecordFilter, { limit, offset }: { limit?: number; offset?: number }) => {
    const shape = JSON.stringify([type, filter, limit, offset], (name, value) => (name === 'token' ? '' : value))
    const cached = cache.get(shape)
    if (cached) {
      const tokens = tokensIn(filter).values()
      const parameters = cached.parameters.map((value) => (Buffer.isBuffer(value) ? tokens.next().value : value))
      return { ...cached, parameters }
    }
    let query = recordsQuery(database, type, filter)
    if (limit !== undefined) query = query.limit(limit)
    if (offset !== undefined) query = query.limit(limit ?? 2 ** 31).offset(offset)
    const compiled = query.compile()
    cache.set(shape, compiled)
    return compiled
  }
}

/** In the order in which they stand in the query. */
const tokensIn = (filter: RecordFilter): Buffer[] => {
  const { leads, checks } = ledBy(filter)
  return [...(leads ?? []), ...checks.flatMap(tokensOf)]
}

function tokensOf(filter: RecordFilter): Buffer[] {
  if ('every' in filter) return filter.every.flatMap(tokensOf)
  if ('some' in filter) return filter.some.flatMap(tokensOf)
  if ('not' in filter) return tokensOf(filter.not)
  return [Buffer.from(filter.token)]
}

interface Led {
  /** Every record that fits has one of these; undefined when it is not known which. */
  leads: Buffer[] | undefined
  /** The conditions that are still to be checked of a record that has. */
  checks: RecordFilter[]
}

function ledBy(filter: RecordFilter): Led {
  if ('token' in filter) return { leads: [Buffer.from(filter.token)], checks: [] }
  if ('every' in filter) {
    const [first, ...others] = filter.every
    if (!first) return { leads: undefined, checks: [] }
    const { leads, checks } = ledBy(first)
    return { leads, checks: [...checks, ...others] }
  }
  const all = 'some' in filter ? filter.some.map((each) => ledBy(each).leads) : [undefined]
  return { leads: all.every((leads) => leads !== undefined) ? all.flat() : undefined, checks: [filter] }
}

/** The records of a type that fit, in the order of their insertion. */
export function recordsQuery(database: Database, type: string, filter: RecordFilter) {
  return database
    .selectFrom('agentRecords')
    .select(['id', 'version', 'sealed as encrypted'])
    .where((where) => {
      const { leads, checks } = ledBy(filter)
      return where.and([
        ...(leads ? [holdsOneOf(database, where, leads)] : []),
        ...checks.map((check) => fits(where, check)),
        ...(isOfOneType(filter) ? [] : [where('type', '=', type)]),
      ])
    })
    .orderBy('position')
}

/** A token is that of a tag of one type, so the type need not be asked for: that would lead the search astray. */
function isOfOneType(filter: RecordFilter): boolean {
  if ('token' in filter) return true
  if ('every' in filter) return filter.every.some(isOfOneType)
  if ('some' in filter) return filter.some.every(isOfOneType)
  return false
}

type Where = ExpressionBuilder<DatabaseSchema, 'agentRecords'>

function holdsOneOf(database: Database, where: Where, tokens: Buffer[]): Expression<SqlBool> {
  if (tokens.length === 0) return where.lit(false)
  const holders = where.selectFrom('agentRecordTokens').select('record').where('token', 'in', tokens)
  // Before its first statistics, PostgreSQL overestimates the records with one token and would scan all of them.
  if (isPostgres(database)) return sql`${sql.ref('agentRecords.position')} = any(array(${holders}))`
  return where('agentRecords.position', 'in', holders)
}

/**
 * Checks one known record. Each token is looked up with the record's position: for a plain `exists` PostgreSQL may list
 * all records that have the token, and common roles or states have many.
 */
function fits(where: Where, filter: RecordFilter): Expression<SqlBool> {
  if ('every' in filter) return where.and(filter.every.map((condition) => fits(where, condition)))
  if ('some' in filter) return where.or(filter.some.map((condition) => fits(where, condition)))
  if ('not' in filter) return where.not(fits(where, filter.not))
  const holder = where
    .selectFrom('agentRecordTokens')
    .select('record')
    .where('token', '=', Buffer.from(filter.token))
    .whereRef('record', '=', 'agentRecords.position')
  return where(holder, 'is not', null)
}
