import type { NewEvent, RecordRow } from '@lastmile/agent/port'
import { type SqlBool, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { PreparedQuery } from '../database/prepared-query.ts'
import type { RecordWrites } from './record-writes.ts'

/** How often a change is tried again that another one overtook. */
const mostConflicts = 20

/**
 * One query, and so one transaction, for each record: each query costs a message there and back, and single ones would
 * be seven. @param node whose events they are
 */
export function postgresRecordWrites(database: Database, node: string): RecordWrites {
  return {
    async insert(row, event) {
      const inserted = await insertRecord.one(database, given(row, event, node))
      return inserted && written(inserted.event)
    },

    async update(row, { version, event } = {}) {
      for (let tries = 0; tries < mostConflicts; tries++) {
        const found = await updateRecord.one(database, { ...given(row, event, node), from: version ?? null })
        if (!found || (version ?? found.version) !== found.version) return undefined
        if (found.record !== null) return written(found.event)
      }
      throw new Error('A record is changed by too many at once')
    },
  }
}

const given = ({ type, id, encrypted, tokens }: RecordRow, event: NewEvent | undefined, node: string) => ({
  type,
  id,
  encrypted: Buffer.from(encrypted),
  tokens: tokens.map((token) => Buffer.from(token)),
  state: event?.state ?? null,
  subjectId: event?.subjectId ?? null,
  body: event?.body ?? null,
  node,
})
type Given = ReturnType<typeof given>

const written = (event: number | null) => (event === null ? {} : { event })

const eachOf = (tokens: Buffer[]) => sql<Buffer>`unnest(${tokens}::bytea[])`.as('token')

const eventColumns = ({ subjectId, body, node }: Pick<Given, 'subjectId' | 'body' | 'node'>) => [
  sql<string>`${subjectId}::text`.as('subjectId'),
  sql<string>`${body}::text`.as('body'),
  sql<string>`${node}::text`.as('node'),
]

const insertRecord = new PreparedQuery(
  (database, { type, id, encrypted, tokens, state, subjectId, body, node }: Given) =>
    database
      .with('inserted', (query) =>
        query
          .insertInto('agentRecords')
          .values({ type, id, version: 1, sealed: encrypted, state })
          .onConflict((conflict) => conflict.doNothing())
          .returning('position'),
      )
      .with('found', (query) =>
        query
          .insertInto('agentRecordTokens')
          .columns(['token', 'record'])
          .expression((tokensOf) => tokensOf.selectFrom('inserted').select([eachOf(tokens), 'position']))
          .onConflict((conflict) => conflict.doNothing()),
      )
      .with('event', (query) =>
        query
          .insertInto('agentEvents')
          .columns(['subjectId', 'body', 'node'])
          .expression((events) =>
            events
              .selectFrom('inserted')
              .select(eventColumns({ subjectId, body, node }))
              .where(sql<SqlBool>`${subjectId}::text is not null`),
          )
          .returning('position'),
      )
      .selectFrom('inserted')
      .leftJoin('event', (join) => join.onTrue())
      .select('event.position as event'),
)

/**
 * All parts see the rows as of the query's beginning, except `known`, which waits for a concurrent writer. Tokens that
 * the writer added stay unseen, so nothing is done then (`record` is null), and the caller repeats the query.
 */
const updateRecord = new PreparedQuery(
  (database, { type, id, encrypted, tokens, state, subjectId, body, node, from }: Given & { from: number | null }) =>
    database
      .with('seen', (query) =>
        query.selectFrom('agentRecords').select('version').where('type', '=', type).where('id', '=', id),
      )
      .with('known', (query) =>
        query
          .selectFrom('agentRecords')
          .select(['position', 'version', 'state'])
          .where('type', '=', type)
          .where('id', '=', id)
          .forUpdate(),
      )
      .with('changed', (query) =>
        query
          .updateTable('agentRecords')
          .from(['known', 'seen'])
          .set({
            sealed: encrypted,
            version: sql<number>`known.version + 1`,
            state: sql<string | null>`coalesce(${state}::text, known.state)`,
          })
          .whereRef('agentRecords.position', '=', 'known.position')
          .whereRef('known.version', '=', 'seen.version')
          .where(sql<SqlBool>`coalesce(${from}::integer, known.version) = known.version`)
          .returning('agentRecords.position'),
      )
      .with('lost', (query) =>
        query
          .deleteFrom('agentRecordTokens')
          .using('changed')
          .whereRef('agentRecordTokens.record', '=', 'changed.position')
          .where(sql<SqlBool>`token <> all(${tokens}::bytea[])`),
      )
      .with('found', (query) =>
        query
          .insertInto('agentRecordTokens')
          .columns(['token', 'record'])
          .expression((tokensOf) => tokensOf.selectFrom('changed').select([eachOf(tokens), 'position']))
          .onConflict((conflict) => conflict.doNothing()),
      )
      .with('event', (query) =>
        query
          .insertInto('agentEvents')
          .columns(['subjectId', 'body', 'node'])
          .expression((events) =>
            events
              .selectFrom(['changed', 'known'])
              .select(eventColumns({ subjectId, body, node }))
              .where(sql<SqlBool>`${state}::text is distinct from known.state`)
              .where(sql<SqlBool>`${subjectId}::text is not null`),
          )
          .returning('position'),
      )
      .selectFrom('known')
      .leftJoin('changed', (join) => join.onTrue())
      .leftJoin('event', (join) => join.onTrue())
      .select(['known.version', 'changed.position as record', 'event.position as event']),
)
