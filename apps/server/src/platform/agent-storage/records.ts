import type { AgentStorage, NewEvent, RecordFilter, StoredRecord, Written } from '@lastmile/agent'
import type { CompiledQuery, Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../database/database.ts'
import { PreparedQuery } from '../database/prepared-query.ts'
import type { DatabaseSchema } from '../database/schema.ts'
import type { Nodes } from '../process/nodes.ts'

type Rows = Pick<AgentStorage, 'claim' | 'records' | 'keys' | 'events'>

/** Where the word stands that tells one store key from another. */
export const claimKey = 'agent-store'

/** The word that tells which store key the data are sealed with; undefined before the first start. */
export async function readClaim(database: Database): Promise<string | undefined> {
  const row = await database.selectFrom('meta').select('value').where('key', '=', claimKey).executeTakeFirst()
  return row?.value
}

/**
 * The agent's records, keys and untold events in our own database; what is in them is sealed by the agent.
 * @param nodes whose events this process tells: its own, and of those that are no more
 */
export function createAgentRecords(database: Database, nodes: Nodes): Rows {
  const storeEvent = async (transaction: Database, { subjectId, body }: NewEvent): Promise<Written> => ({
    event: (await insertEvent.one(transaction, { subjectId, body, node: nodes.own }))?.position,
  })

  return {
    async claim(check) {
      await database
        .insertInto('meta')
        .values({ key: claimKey, value: check })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const kept = await readClaim(database)
      if (kept === undefined) throw new Error('The word that tells store keys apart could not be kept')
      return kept
    },

    records: {
      insert: ({ type, id, sealed, tokens }, event) =>
        database.transaction().execute(async (transaction) => {
          const inserted = await insertRecord.one(transaction, {
            type,
            id,
            sealed: Buffer.from(sealed),
            state: event?.state ?? null,
          })
          if (!inserted) return undefined
          await insertTokens(transaction, inserted.position, tokens)
          return event ? storeEvent(transaction, event) : {}
        }),

      update: ({ type, id, sealed, tokens }, { version, event } = {}) =>
        database.transaction().execute(async (transaction) => {
          const known = await recordState.one(transaction, { type, id })
          if (!known || (version ?? known.version) !== known.version) return undefined
          const { numAffectedRows } = await updateRecord.run(transaction, {
            position: known.position,
            version: known.version,
            next: known.version + 1,
            sealed: Buffer.from(sealed),
            state: event?.state ?? known.state,
          })
          if (numAffectedRows === 0n) return undefined
          await replaceTokens(transaction, known.position, tokens)
          return event && event.state !== known.state ? storeEvent(transaction, event) : {}
        }),

      delete: ({ type, id }, belongings) =>
        database.transaction().execute(async (transaction) => {
          const deleted = await deleteRow(transaction, { type, id })
          if (deleted.length === 0) return false
          const belonging = belongings
            ? await transaction
                .deleteFrom('agentRecords')
                .where((where) => fits(where, { token: belongings.token }))
                .returning('position')
                .execute()
            : []
          await deleteTokens(transaction, [...deleted, ...belonging])
          return true
        }),

      read: (type, id) => readRecord.one(database, { type, id }),

      find: async (type, filter, page = {}) => {
        const query = compiledSearch(database, type, filter, page)
        return (await database.executeQuery(query)).rows
      },
    },

    keys: {
      async insert(id, sealed) {
        const { numInsertedOrUpdatedRows } = await database
          .insertInto('agentKeys')
          .values({ id, sealed: Buffer.from(sealed) })
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

const insertRecord = new PreparedQuery(
  (database, given: { type: string; id: string; sealed: Buffer; state: string | null }) =>
    database
      .insertInto('agentRecords')
      .values({ type: given.type, id: given.id, version: 1, sealed: given.sealed, state: given.state })
      .onConflict((conflict) => conflict.doNothing())
      .returning('position'),
)

const recordState = new PreparedQuery((database, given: { type: string; id: string }) =>
  database
    .selectFrom('agentRecords')
    .select(['position', 'version', 'state'])
    .where('type', '=', given.type)
    .where('id', '=', given.id),
)

const updateRecord = new PreparedQuery(
  (database, given: { position: number; version: number; next: number; sealed: Buffer; state: string | null }) =>
    database
      .updateTable('agentRecords')
      .set({ sealed: given.sealed, version: given.next, state: given.state })
      .where('position', '=', given.position)
      .where('version', '=', given.version),
)

const readRecord = new PreparedQuery((database, given: { type: string; id: string }) =>
  database
    .selectFrom('agentRecords')
    .select(['id', 'version', 'sealed'])
    .where('type', '=', given.type)
    .where('id', '=', given.id),
)

const tokensOfRecord = new PreparedQuery((database, given: { record: number }) =>
  database.selectFrom('agentRecordTokens').select('token').where('record', '=', given.record),
)

const deleteToken = new PreparedQuery((database, given: { token: Buffer; record: number }) =>
  database.deleteFrom('agentRecordTokens').where('token', '=', given.token).where('record', '=', given.record),
)

type TokensOfRecord = { record: number } & { [name: `token${number}`]: Buffer }

const mostTokensAtOnce = 20
/** One query for each number of tokens, from one on. */
const insertTokensQueries = Array.from({ length: mostTokensAtOnce }, (_, last) => {
  const names = Array.from({ length: last + 1 }, (_, index) => `token${index}` as const)
  return new PreparedQuery((database, given: TokensOfRecord) =>
    database
      .insertInto('agentRecordTokens')
      .values(names.map((name) => ({ token: given[name] as Buffer, record: given.record })))
      .onConflict((conflict) => conflict.doNothing()),
  )
})

const insertEvent = new PreparedQuery((database, given: { subjectId: string; body: string; node: string }) =>
  database
    .insertInto('agentEvents')
    .values({ subjectId: given.subjectId, body: given.body, node: given.node })
    .returning('position'),
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

/** Most changes of a record change one token or two, and each lies on a page of its own. */
export async function replaceTokens(database: Database, record: number, tokens: Uint8Array[]): Promise<void> {
  const { rows } = await tokensOfRecord.run(database, { record })
  const wanted = new Map(tokens.map((token) => [Buffer.from(token).toString('base64'), token]))
  for (const { token } of rows)
    if (!wanted.delete(token.toString('base64'))) await deleteToken.run(database, { token, record })
  await insertTokens(database, record, [...wanted.values()])
}

async function insertTokens(database: Database, record: number, tokens: Uint8Array[]): Promise<void> {
  for (let from = 0; from < tokens.length; from += mostTokensAtOnce) {
    const some = tokens.slice(from, from + mostTokensAtOnce)
    const named = Object.fromEntries(some.map((token, index) => [`token${index}`, Buffer.from(token)]))
    await insertTokensQueries[some.length - 1]?.run(database, { record, ...named })
  }
}

/** Searches by their shape: the same questions come again and again, with other tokens. */
const searches = new LRUCache<string, CompiledQuery<StoredRecord>>({ max: 500 })

function compiledSearch(
  database: Database,
  type: string,
  filter: RecordFilter,
  { limit, offset }: { limit?: number; offset?: number },
): CompiledQuery<StoredRecord> {
  const shape = JSON.stringify([type, filter, limit, offset], (name, value) => (name === 'token' ? '' : value))
  const known = searches.get(shape)
  if (known) {
    const tokens = tokensIn(filter).values()
    const parameters = known.parameters.map((value) => (Buffer.isBuffer(value) ? tokens.next().value : value))
    return { ...known, parameters }
  }
  let query = recordsQuery(database, type, filter)
  if (limit !== undefined) query = query.limit(limit)
  if (offset !== undefined) query = query.limit(limit ?? 2 ** 31).offset(offset)
  const compiled = query.compile()
  searches.set(shape, compiled)
  return compiled
}

/** In the order in which they stand in the query. */
function tokensIn(filter: RecordFilter): Buffer[] {
  if ('every' in filter) return filter.every.flatMap(tokensIn)
  if ('some' in filter) return filter.some.flatMap(tokensIn)
  if ('not' in filter) return tokensIn(filter.not)
  return [Buffer.from(filter.token)]
}

/** The records of a type that fit, in the order of their insertion. */
export function recordsQuery(database: Database, type: string, filter: RecordFilter) {
  return database
    .selectFrom('agentRecords')
    .select(['id', 'version', 'sealed'])
    .where((where) => where.and([fits(where, filter), ...(isOfOneType(filter) ? [] : [where('type', '=', type)])]))
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

/** @param leads whether the records are to be found by this condition, and not only checked */
function fits(where: Where, filter: RecordFilter, leads = true): Expression<SqlBool> {
  if ('every' in filter)
    return where.and(filter.every.map((condition, index) => fits(where, condition, leads && index === 0)))
  if ('some' in filter) return where.or(filter.some.map((condition) => fits(where, condition, leads)))
  if ('not' in filter) return where.not(fits(where, filter.not, false))
  const token = Buffer.from(filter.token)
  const holders = where.selectFrom('agentRecordTokens').where('token', '=', token)
  if (leads) return where('agentRecords.position', 'in', holders.select('record'))
  return where.exists(holders.select('record').whereRef('record', '=', 'agentRecords.position'))
}
