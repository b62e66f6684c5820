import type { AgentStorage, NewEvent, Written } from '@lastmile/agent/port'
import type { Database } from '../database/database.ts'
import { PreparedQuery } from '../database/prepared-query.ts'

/** How a record is written with what it is found by and its event, all or nothing. */
export type RecordWrites = Pick<AgentStorage['records'], 'insert' | 'update'>

/** Single queries in a transaction: cheapest where the database is in this process. @param node of the events */
export function recordWrites(database: Database, node: string): RecordWrites {
  const storeEvent = async (transaction: Database, { subjectId, body }: NewEvent): Promise<Written> => ({
    event: (await insertEvent.one(transaction, { subjectId, body, node }))?.position,
  })

  return {
    insert: ({ type, id, encrypted, tokens }, event) =>
      database.transaction().execute(async (transaction) => {
        const inserted = await insertRecord.one(transaction, {
          type,
          id,
          encrypted: Buffer.from(encrypted),
          state: event?.state ?? null,
        })
        if (!inserted) return undefined
        await insertTokens(transaction, inserted.position, tokens)
        return event ? storeEvent(transaction, event) : {}
      }),

    update: ({ type, id, encrypted, tokens }, { version, event } = {}) =>
      database.transaction().execute(async (transaction) => {
        const known = await recordState.one(transaction, { type, id })
        if (!known || (version ?? known.version) !== known.version) return undefined
        const { numAffectedRows } = await updateRecord.run(transaction, {
          position: known.position,
          version: known.version,
          next: known.version + 1,
          encrypted: Buffer.from(encrypted),
          state: event?.state ?? known.state,
        })
        if (numAffectedRows === 0n) return undefined
        await replaceTokens(transaction, known.position, tokens)
        return event && event.state !== known.state ? storeEvent(transaction, event) : {}
      }),
  }
}

const insertRecord = new PreparedQuery(
  (database, given: { type: string; id: string; encrypted: Buffer; state: string | null }) =>
    database
      .insertInto('agentRecords')
      .values({ type: given.type, id: given.id, version: 1, sealed: given.encrypted, state: given.state })
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
  (database, given: { position: number; version: number; next: number; encrypted: Buffer; state: string | null }) =>
    database
      .updateTable('agentRecords')
      .set({ sealed: given.encrypted, version: given.next, state: given.state })
      .where('position', '=', given.position)
      .where('version', '=', given.version),
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
