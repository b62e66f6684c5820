import { type CreateTableBuilder, type Kysely, type Migration, Migrator, sql } from 'kysely'
import { isPostgres } from './postgres.ts'

type Table = CreateTableBuilder<string, string>
type Column = (table: Table, db: Kysely<unknown>) => Table

/** @param columns in their order */
const createTable = (db: Kysely<unknown>, name: string, columns: Column[]): Promise<void> =>
  columns.reduce((table, add) => add(table, db), db.schema.createTable(name) as Table).execute()

type DataType = Parameters<Table['addColumn']>[1]
/** A `?` behind a name lets the column be null. */
const columns =
  (type: DataType, ...names: string[]): Column =>
  (table) =>
    names.reduce((all, name) => {
      const isOptional = name.endsWith('?')
      return all.addColumn(name.replace('?', ''), type, (column) => (isOptional ? column : column.notNull()))
    }, table)
const key =
  (name: string, type: DataType = 'text'): Column =>
  (table) =>
    table.addColumn(name, type, (column) => column.primaryKey())
/** Rows are counted from 1 in the order in which they are inserted. */
const counted: Column = (table, db) =>
  isPostgres(db)
    ? table.addColumn('position', 'bigserial', (column) => column.primaryKey())
    : table.addColumn('position', 'integer', (column) => column.primaryKey().autoIncrement())

const addIndex = (db: Kysely<unknown>, name: string, table: string, ...columns: string[]): Promise<void> =>
  db.schema.createIndex(name).on(table).columns(columns).execute()

/** Columns that the two databases name differently. */
const bytes = (db: Kysely<unknown>) => (isPostgres(db) ? 'bytea' : 'blob')
const fraction = (db: Kysely<unknown>) => (isPostgres(db) ? 'double precision' : 'real')

/** The steps that bring a database up to date, in order; a step that has shipped never changes. */
const migrations: Record<string, Migration> = {
  '001-foundation': {
    async up(db: Kysely<unknown>) {
      await createTable(db, 'meta', [key('key'), columns('text', 'value')])

      await createTable(db, 'connections', [
        key('id'),
        columns('text', 'visitor'),
        (table) => table.addColumn('invitation_id', 'text', (column) => column.notNull().unique()),
        columns('text', 'state', 'created_at', 'updated_at'),
      ])
      await addIndex(db, 'connections_by_state', 'connections', 'state', 'created_at')
      await addIndex(db, 'connections_by_visitor', 'connections', 'visitor', 'state')

      await createTable(db, 'credential_definitions', [
        key('id'),
        columns('text', 'name', 'version', 'attribute_names'),
        columns('integer', 'revocable'),
        columns('text', 'state'),
        (table) => table.addColumn('registry_id', 'text', (column) => column.unique()),
        columns('text', 'visitor?', 'created_at'),
      ])

      await createTable(db, 'credential_exchanges', [
        key('id'),
        columns('text', 'visitor', 'connection_id', 'definition_id', 'thread_id', 'state'),
        columns('text', 'revocation_registry_id?', 'revocation_index?', 'reason?'),
        (table) => table.addColumn('open_key', 'text', (column) => column.unique()),
        columns('integer', 'forgotten'),
        columns('text', 'deleted_at?', 'created_at', 'updated_at'),
        (table) =>
          table.addUniqueConstraint('credential_exchanges_revocation', ['revocation_registry_id', 'revocation_index']),
      ])
      await addIndex(db, 'credential_exchanges_by_connection', 'credential_exchanges', 'connection_id')
      await addIndex(db, 'credential_exchanges_by_forgotten', 'credential_exchanges', 'forgotten', 'updated_at')

      await createTable(db, 'proof_exchanges', [
        key('id'),
        columns('text', 'visitor', 'connection_id?', 'thread_id', 'state'),
        columns('integer', 'verified?'),
        columns('text', 'refusal?'),
        (table) => table.addColumn('open_key', 'text', (column) => column.unique()),
        columns('integer', 'forgotten'),
        columns('text', 'deleted_at?', 'created_at', 'updated_at'),
      ])
      await addIndex(db, 'proof_exchanges_by_connection', 'proof_exchanges', 'connection_id')
      await addIndex(db, 'proof_exchanges_by_forgotten', 'proof_exchanges', 'forgotten', 'updated_at')

      await createTable(db, 'short_links', [
        key('id'),
        (table) => table.addColumn('subject_id', 'text', (column) => column.notNull().unique()),
        columns('text', 'invitation_url', 'expires_at'),
      ])
      await addIndex(db, 'short_links_by_expiry', 'short_links', 'expires_at')

      await createTable(db, 'agent_dids', [key('position', 'integer'), columns('text', 'did', 'log')])
      await createTable(db, 'agent_resources', [key('id'), columns('text', 'json')])
      await createTable(db, 'agent_definitions', [
        key('key'),
        columns('text', 'schema_id', 'credential_definition_id'),
        columns('integer', 'revocable'),
      ])
      await createTable(db, 'revocation_registries', [
        key('registry_id'),
        columns('text', 'definition_key'),
        columns('integer', 'size', 'next_index'),
        columns('text', 'created_at'),
      ])
      await addIndex(db, 'revocation_registries_by_definition', 'revocation_registries', 'definition_key')
      await createTable(db, 'revocations', [
        columns('text', 'registry_id'),
        columns('integer', 'registry_index', 'published'),
        (table) => table.addPrimaryKeyConstraint('revocations_key', ['registry_id', 'registry_index']),
      ])
    },
  },
  '002-contact-messages': {
    async up(db: Kysely<unknown>) {
      await createTable(db, 'contact_messages', [
        key('id'),
        columns('text', 'visitor?', 'name', 'email', 'phone', 'subject', 'message', 'state'),
        columns('integer', 'attempts'),
        columns('text', 'next_attempt_at', 'last_error?', 'created_at', 'delivered_at?'),
      ])
      await addIndex(db, 'contact_messages_by_state', 'contact_messages', 'state', 'next_attempt_at')
      await addIndex(db, 'contact_messages_by_time', 'contact_messages', 'created_at')
    },
  },
  '003-analytics': {
    async up(db: Kysely<unknown>) {
      await createTable(db, 'analytics_events', [
        key('id'),
        columns('text', 'session_id', 'occurred_at', 'type', 'action?', 'label?'),
        columns(fraction(db), 'value?'),
        columns('text', 'path', 'character?', 'screen?'),
        columns('integer', 'step?'),
        columns('text', 'use_case?', 'details'),
      ])
      await addIndex(db, 'analytics_events_by_time', 'analytics_events', 'occurred_at', 'id')
      // With all that the insights count, so that they need not read the rows.
      await addIndex(db, 'analytics_events_by_type', 'analytics_events', 'type', 'occurred_at', 'path', 'session_id')
      await addIndex(
        db,
        'analytics_events_by_character',
        'analytics_events',
        'character',
        'occurred_at',
        'session_id',
        'type',
        'screen',
        'step',
      )
      await createTable(db, 'analytics_visits', [key('session_id'), columns('text', 'began_at', 'device')])
      await addIndex(db, 'analytics_visits_by_time', 'analytics_visits', 'began_at', 'device')
      await createTable(db, 'analytics_tags', [
        columns('text', 'session_id', 'key', 'value', 'updated_at'),
        (table) => table.addPrimaryKeyConstraint('analytics_tags_key', ['session_id', 'key']),
      ])
      await addIndex(db, 'analytics_tags_by_time', 'analytics_tags', 'updated_at')
      // The insights count these over a period.
      for (const table of ['connections', 'credential_exchanges', 'proof_exchanges']) {
        await addIndex(db, `${table}_by_time`, table, 'created_at')
      }
    },
  },
  '004-read-messages': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('contact_messages').addColumn('read_at', 'text').execute()
    },
  },
  '005-protocol-messages': {
    async up(db: Kysely<unknown>) {
      await createTable(db, 'protocol_messages', [
        counted,
        columns('text', 'id', 'connection_id?', 'proof_id?', 'thread_id', 'at', 'direction', 'type', 'state?'),
        columns('text', 'message'),
      ])
      for (const [name, column] of [
        ['connection', 'connection_id'],
        ['proof', 'proof_id'],
        ['time', 'at'],
      ] as const)
        await addIndex(db, `protocol_messages_by_${name}`, 'protocol_messages', column, 'position')
      await db.schema.alterTable('connections').addColumn('flow_type', 'text').execute()
      await db.schema.alterTable('short_links').addColumn('invitation_id', 'text').execute()
      await addIndex(db, 'short_links_by_invitation', 'short_links', 'invitation_id')
      // A sentence becomes a word that pages can put into their own language.
      await db.schema.alterTable('credential_exchanges').addColumn('refusal', 'text').execute()
      await sql`update credential_exchanges set refusal = case
        when reason like '%day%' then 'expired' when reason like '%reach%' then 'unreachable' else 'declined' end
        where reason is not null`.execute(db)
      await db.schema.alterTable('credential_exchanges').dropColumn('reason').execute()
    },
  },
  '006-agent-store': {
    async up(db: Kysely<unknown>) {
      await createTable(db, 'agent_records', [
        counted,
        columns('text', 'type', 'id'),
        columns('integer', 'version'),
        columns(bytes(db), 'sealed'),
        columns('text', 'state?'),
        (table) => table.addUniqueConstraint('agent_records_identity', ['type', 'id']),
      ])
      await createTable(db, 'agent_record_tokens', [
        columns(bytes(db), 'token'),
        columns('integer', 'record'),
        (table) => table.addPrimaryKeyConstraint('agent_record_tokens_key', ['token', 'record']),
      ])
      await addIndex(db, 'agent_record_tokens_by_record', 'agent_record_tokens', 'record')
      await createTable(db, 'agent_keys', [key('id'), columns(bytes(db), 'sealed')])
      await createTable(db, 'agent_events', [counted, columns('text', 'subject_id', 'body')])
    },
  },
  '007-ledger': {
    async up(db: Kysely<unknown>) {
      await createTable(db, 'ledger', [
        key('id'),
        columns('text', 'kind', 'visitor', 'connection_id?', 'thread_id?', 'state', 'refusal?'),
        (table) => table.addColumn('open_key', 'text', (column) => column.unique()),
        columns('text', 'network?'),
        columns('integer', 'version', 'forgotten'),
        columns('text', 'due_at', 'deleted_at?', 'created_at', 'updated_at'),
        (table) => table.addColumn('invitation_id', 'text', (column) => column.unique()),
        columns('text', 'flow_type?', 'definition_id?', 'revocation_registry_id?', 'revocation_index?'),
        columns('integer', 'verified?'),
      ])
      await createTable(db, 'ledger_events', [counted, columns('text', 'entry')])

      const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString()
      const [aDay, whileCookiesLive] = [inDays(1), inDays(400)]
      await sql`insert into ledger select id, 'connection', visitor, id, null,
        case state when 'complete' then 'active' else state end, null, null, null, 1, 0,
        case when state in ('active', 'complete') then ${whileCookiesLive} when state = 'abandoned' then updated_at else ${aDay} end,
        null, created_at, updated_at, invitation_id, flow_type, null, null, null, null from connections`.execute(db)
      await sql`insert into ledger select id, 'credential', visitor, connection_id, thread_id,
        case when state in ('credential_acked', 'done') then 'credential_issued' else state end,
        refusal, open_key, null, 1, forgotten,
        case when forgotten = 1 then ${whileCookiesLive} when open_key is null then updated_at else ${aDay} end,
        deleted_at, created_at, updated_at, null, null, definition_id, revocation_registry_id, revocation_index, null
        from credential_exchanges`.execute(db)
      await sql`insert into ledger select id, 'proof', visitor, connection_id, thread_id,
        case state when 'done' then 'verified' else state end, refusal, open_key, null, 1, forgotten,
        case when forgotten = 1 then ${whileCookiesLive} when open_key is null then updated_at else ${aDay} end,
        deleted_at, created_at, updated_at, null, null, null, null, null, verified
        from proof_exchanges`.execute(db)
      for (const table of ['connections', 'credential_exchanges', 'proof_exchanges'])
        await db.schema.dropTable(table).execute()

      await addIndex(db, 'ledger_by_due', 'ledger', 'due_at')
      await addIndex(db, 'ledger_by_connection', 'ledger', 'connection_id')
      await addIndex(db, 'ledger_by_state', 'ledger', 'kind', 'state', 'created_at')
      await addIndex(db, 'ledger_by_visitor', 'ledger', 'visitor', 'kind', 'state')
      await addIndex(db, 'ledger_by_network', 'ledger', 'network', 'kind', 'state')
      await addIndex(db, 'ledger_by_revocation', 'ledger', 'revocation_registry_id', 'revocation_index')
      await addIndex(db, 'credential_definitions_by_visitor', 'credential_definitions', 'visitor', 'created_at')
    },
  },
  '008-returned-indexes': {
    async up(db: Kysely<unknown>) {
      await createTable(db, 'returned_indexes', [
        columns('text', 'registry_id'),
        columns('integer', 'registry_index'),
        (table) => table.addPrimaryKeyConstraint('returned_indexes_key', ['registry_id', 'registry_index']),
      ])
    },
  },
  '009-published-definitions': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('credential_definitions').renameColumn('registry_id', 'published_id').execute()
    },
  },
  '010-unused-definitions': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('credential_definitions')
        .addColumn('used_at', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
      // It was not recorded until now, so all rows count as used now.
      await sql`update credential_definitions set used_at = ${new Date().toISOString()}`.execute(db)
      await db.schema.alterTable('revocation_registries').addColumn('tails_hash', 'text').execute()
      await db.schema.alterTable('agent_resources').addColumn('definition_key', 'text').execute()
      await addIndex(db, 'agent_resources_by_definition', 'agent_resources', 'definition_key')
      await nameDefinitions(db)
    },
  },
  '011-several-nodes': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('agent_events')
        .addColumn('node', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
      await db.schema
        .alterTable('ledger_events')
        .addColumn('at', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
      // For older rows it is not recorded: their wallets are not notified any more.
      await db.schema
        .alterTable('revocations')
        .addColumn('told', 'integer', (column) => column.notNull().defaultTo(1))
        .execute()
      await addIndex(db, 'protocol_messages_by_id', 'protocol_messages', 'id')
      await createTable(db, 'nodes', [key('id')])
      await createTable(db, 'jobs', [key('name'), columns('text', 'ran_at')])
      await createTable(db, 'tails_files', [key('hash'), columns(bytes(db), 'content')])
    },
  },
  '012-shared-limits': {
    async up(db: Kysely<unknown>) {
      // As RateLimiterPostgres has it, in this order; more events can be counted than an integer holds.
      await createTable(db, 'rate_limits', [key('key'), columns('bigint', 'points', 'expire')])
    },
  },
  '013-any-protocol': {
    async up(db: Kysely<unknown>) {
      const ledger = db.schema.alterTable('ledger')
      await db.schema.dropIndex('ledger_by_revocation').execute()
      await ledger.renameColumn('revocation_registry_id', 'status_list').execute()
      await ledger.renameColumn('revocation_index', 'status_index').execute()
      await ledger.addColumn('protocol', 'text', (column) => column.notNull().defaultTo('didcomm')).execute()
      await addIndex(db, 'ledger_by_status', 'ledger', 'status_list', 'status_index')
      // Entries as JSON: within a string the quotes would be escaped, so these are the properties themselves.
      await sql`update ledger_events set entry = '{"protocol":"didcomm",' || substr(replace(replace(entry,
        '"revocationRegistryId":', '"statusList":'), '"revocationIndex":', '"statusIndex":'), 2)`.execute(db)
    },
  },
  '014-messages-of-offers': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('protocol_messages').addColumn('credential_id', 'text').execute()
      await addIndex(db, 'protocol_messages_by_credential', 'protocol_messages', 'credential_id', 'position')
    },
  },
}

interface PublishedResource {
  id: string
  metadata: { resourceType: string }
  content: { tag: string; credDefId: string; revRegDefId: string; value: { tailsHash: string } }
}

/**
 * From here on published objects bear their definition's key: a list names its registry, that its definition, that its
 * key.
 */
async function nameDefinitions(db: Kysely<unknown>): Promise<void> {
  const keys = new Map<string, string>()
  const named: Record<string, (content: PublishedResource['content']) => string | undefined> = {
    anonCredsCredDef: ({ tag }) => tag,
    anonCredsRevocRegDef: ({ credDefId }) => keys.get(credDefId),
    anonCredsStatusList: ({ revRegDefId }) => keys.get(revRegDefId),
  }
  const { rows } = await sql<{ id: string; json: string }>`select id, json from agent_resources`.execute(db)
  const resources = rows.map(({ id, json }) => ({ row: id, ...(JSON.parse(json) as PublishedResource) }))
  for (const [type, keyIn] of Object.entries(named)) {
    for (const { row, id, content } of resources.filter(({ metadata }) => metadata.resourceType === type)) {
      const key = keyIn(content)
      if (key === undefined) continue
      keys.set(id, key)
      await sql`update agent_resources set definition_key = ${key} where id = ${row}`.execute(db)
      if (type === 'anonCredsRevocRegDef')
        await sql`update revocation_registries set tails_hash = ${content.value.tailsHash} where registry_id = ${id}`.execute(
          db,
        )
    }
  }
}

/**
 * Runs the missing steps in one transaction. @throws Error when one fails; nothing is changed then
 * @param last the step to stop after, for tests of those that follow
 */
export async function migrateToLatest<Schema>(database: Kysely<Schema>, last?: string): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  if (error) throw error
}
