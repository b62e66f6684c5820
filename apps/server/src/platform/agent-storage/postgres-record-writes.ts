import type { NewEvent, RecordRow } from '@lastmile/agent/port'
import { sql } from 'kysely'
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

const insertRecord = new PreparedQuery(
  (_, { type, id, encrypted, tokens, state, subjectId, body, node }: Given) => sql<{ event: number | null }>`
    with inserted as (
      insert into agent_records (type, id, version, sealed, state) values (${type}, ${id}, 1, ${encrypted}, ${state})
      on conflict do nothing returning position
    ), found as (
      insert into agent_record_tokens (token, record)
      select unnest(${tokens}::bytea[]), position from inserted
      on conflict do nothing
    ), event as (
      insert into agent_events (subject_id, body, node)
      select ${subjectId}::text, ${body}::text, ${node}::text from inserted where ${subjectId}::text is not null
      returning position
    )
    select event.position as event from inserted left join event on true`,
)

/**
 * All parts see the rows as of the query's beginning, except `known`, which waits for a concurrent writer. Tokens that
 * the writer added stay unseen, so nothing is done then (`record` is null), and the caller repeats the query.
 */
const updateRecord = new PreparedQuery(
  (_, { type, id, encrypted, tokens, state, subjectId, body, node, from }: Given & { from: number | null }) =>
    sql<{ version: number; record: number | null; event: number | null }>`
    with seen as (
      select version from agent_records where type = ${type} and id = ${id}
    ), known as (
      select position, version, state from agent_records where type = ${type} and id = ${id} for update
    ), changed as (
      update agent_records
      set sealed = ${encrypted}, version = known.version + 1, state = coalesce(${state}::text, known.state)
      from known, seen
      where agent_records.position = known.position and known.version = seen.version
        and coalesce(${from}::integer, known.version) = known.version
      returning agent_records.position
    ), lost as (
      delete from agent_record_tokens using changed
      where agent_record_tokens.record = changed.position and token <> all(${tokens}::bytea[])
    ), found as (
      insert into agent_record_tokens (token, record)
      select unnest(${tokens}::bytea[]), position from changed
      on conflict do nothing
    ), event as (
      insert into agent_events (subject_id, body, node)
      select ${subjectId}::text, ${body}::text, ${node}::text from changed, known
      where ${state}::text is distinct from known.state and ${subjectId}::text is not null
      returning position
    )
    select known.version, changed.position as record, event.position as event
    from known left join changed on true left join event on true`,
)
