import { type CreateTableBuilder, type Kysely, type Migration, Migrator, sql } from 'kysely'
import { isPostgres } from './postgres.ts'

/** A table whose rows are counted from 1 in the order in which they are inserted. */
function countedTable(db: Kysely<unknown>, name: string): CreateTableBuilder<string, 'position'> {
  const table = db.schema.createTable(name)
  return isPostgres(db)
    ? table.addColumn('position', 'bigserial', (column) => column.primaryKey())
    : table.addColumn('position', 'integer', (column) => column.primaryKey().autoIncrement())
}

const addIndex = (db: Kysely<unknown>, name: string, table: string, ...columns: string[]): Promise<void> =>
  db.schema.createIndex(name).on(table).columns(columns).execute()

/** Columns that the two databases name differently. */
const bytes = (db: Kysely<unknown>) => (isPostgres(db) ? 'bytea' : 'blob')
const fraction = (db: Kysely<unknown>) => (isPostgres(db) ? 'double precision' : 'real')

/** The steps that bring a database up to date, in order; a step that has shipped never changes. */
const migrations: Record<string, Migration> = {
  '001-foundation': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('meta')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .execute()

      await db.schema
        .createTable('connections')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('visitor', 'text', (column) => column.notNull())
        .addColumn('invitation_id', 'text', (column) => column.notNull().unique())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .execute()
      await addIndex(db, 'connections_by_state', 'connections', 'state', 'created_at')
      await addIndex(db, 'connections_by_visitor', 'connections', 'visitor', 'state')

      await db.schema
        .createTable('credential_definitions')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('version', 'text', (column) => column.notNull())
        .addColumn('attribute_names', 'text', (column) => column.notNull())
        .addColumn('revocable', 'integer', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('registry_id', 'text', (column) => column.unique())
        .addColumn('visitor', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute()

      await db.schema
        .createTable('credential_exchanges')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('visitor', 'text', (column) => column.notNull())
        .addColumn('connection_id', 'text', (column) => column.notNull())
        .addColumn('definition_id', 'text', (column) => column.notNull())
        .addColumn('thread_id', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('revocation_registry_id', 'text')
        .addColumn('revocation_index', 'text')
        .addColumn('reason', 'text')
        .addColumn('open_key', 'text', (column) => column.unique())
        .addColumn('forgotten', 'integer', (column) => column.notNull())
        .addColumn('deleted_at', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .addUniqueConstraint('credential_exchanges_revocation', ['revocation_registry_id', 'revocation_index'])
        .execute()
      await addIndex(db, 'credential_exchanges_by_connection', 'credential_exchanges', 'connection_id')
      await addIndex(db, 'credential_exchanges_by_forgotten', 'credential_exchanges', 'forgotten', 'updated_at')

      await db.schema
        .createTable('proof_exchanges')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('visitor', 'text', (column) => column.notNull())
        .addColumn('connection_id', 'text')
        .addColumn('thread_id', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('verified', 'integer')
        .addColumn('refusal', 'text')
        .addColumn('open_key', 'text', (column) => column.unique())
        .addColumn('forgotten', 'integer', (column) => column.notNull())
        .addColumn('deleted_at', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .execute()
      await addIndex(db, 'proof_exchanges_by_connection', 'proof_exchanges', 'connection_id')
      await addIndex(db, 'proof_exchanges_by_forgotten', 'proof_exchanges', 'forgotten', 'updated_at')

      await db.schema
        .createTable('short_links')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('subject_id', 'text', (column) => column.notNull().unique())
        .addColumn('invitation_url', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute()
      await addIndex(db, 'short_links_by_expiry', 'short_links', 'expires_at')

      await db.schema
        .createTable('agent_dids')
        .addColumn('position', 'integer', (column) => column.primaryKey())
        .addColumn('did', 'text', (column) => column.notNull())
        .addColumn('log', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('agent_resources')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('json', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('agent_definitions')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('schema_id', 'text', (column) => column.notNull())
        .addColumn('credential_definition_id', 'text', (column) => column.notNull())
        .addColumn('revocable', 'integer', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('revocation_registries')
        .addColumn('registry_id', 'text', (column) => column.primaryKey())
        .addColumn('definition_key', 'text', (column) => column.notNull())
        .addColumn('size', 'integer', (column) => column.notNull())
        .addColumn('next_index', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute()
      await addIndex(db, 'revocation_registries_by_definition', 'revocation_registries', 'definition_key')
      await db.schema
        .createTable('revocations')
        .addColumn('registry_id', 'text', (column) => column.notNull())
        .addColumn('registry_index', 'integer', (column) => column.notNull())
        .addColumn('published', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('revocations_key', ['registry_id', 'registry_index'])
        .execute()
    },
  },
  '002-contact-messages': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('contact_messages')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('visitor', 'text')
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('email', 'text', (column) => column.notNull())
        .addColumn('phone', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('message', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('next_attempt_at', 'text', (column) => column.notNull())
        .addColumn('last_error', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('delivered_at', 'text')
        .execute()
      await addIndex(db, 'contact_messages_by_state', 'contact_messages', 'state', 'next_attempt_at')
      await addIndex(db, 'contact_messages_by_time', 'contact_messages', 'created_at')
    },
  },
  '003-analytics': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('analytics_events')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('session_id', 'text', (column) => column.notNull())
        .addColumn('occurred_at', 'text', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('action', 'text')
        .addColumn('label', 'text')
        .addColumn('value', fraction(db))
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('character', 'text')
        .addColumn('screen', 'text')
        .addColumn('step', 'integer')
        .addColumn('use_case', 'text')
        .addColumn('details', 'text', (column) => column.notNull())
        .execute()
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
      await db.schema
        .createTable('analytics_visits')
        .addColumn('session_id', 'text', (column) => column.primaryKey())
        .addColumn('began_at', 'text', (column) => column.notNull())
        .addColumn('device', 'text', (column) => column.notNull())
        .execute()
      await addIndex(db, 'analytics_visits_by_time', 'analytics_visits', 'began_at', 'device')
      await db.schema
        .createTable('analytics_tags')
        .addColumn('session_id', 'text', (column) => column.notNull())
        .addColumn('key', 'text', (column) => column.notNull())
        .addColumn('value', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('analytics_tags_key', ['session_id', 'key'])
        .execute()
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
      await countedTable(db, 'protocol_messages')
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('connection_id', 'text')
        .addColumn('proof_id', 'text')
        .addColumn('thread_id', 'text', (column) => column.notNull())
        .addColumn('at', 'text', (column) => column.notNull())
        .addColumn('direction', 'text', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('state', 'text')
        .addColumn('message', 'text', (column) => column.notNull())
        .execute()
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
      await countedTable(db, 'agent_records')
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('sealed', bytes(db), (column) => column.notNull())
        .addColumn('state', 'text')
        .addUniqueConstraint('agent_records_identity', ['type', 'id'])
        .execute()
      await db.schema
        .createTable('agent_record_tokens')
        .addColumn('token', bytes(db), (column) => column.notNull())
        .addColumn('record', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('agent_record_tokens_key', ['token', 'record'])
        .execute()
      await addIndex(db, 'agent_record_tokens_by_record', 'agent_record_tokens', 'record')
      await db.schema
        .createTable('agent_keys')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('sealed', bytes(db), (column) => column.notNull())
        .execute()
      await countedTable(db, 'agent_events')
        .addColumn('subject_id', 'text', (column) => column.notNull())
        .addColumn('body', 'text', (column) => column.notNull())
        .execute()
    },
  },
  '007-ledger': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('ledger')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('visitor', 'text', (column) => column.notNull())
        .addColumn('connection_id', 'text')
        .addColumn('thread_id', 'text')
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('refusal', 'text')
        .addColumn('open_key', 'text', (column) => column.unique())
        .addColumn('network', 'text')
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('forgotten', 'integer', (column) => column.notNull())
        .addColumn('due_at', 'text', (column) => column.notNull())
        .addColumn('deleted_at', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .addColumn('invitation_id', 'text', (column) => column.unique())
        .addColumn('flow_type', 'text')
        .addColumn('definition_id', 'text')
        .addColumn('revocation_registry_id', 'text')
        .addColumn('revocation_index', 'text')
        .addColumn('verified', 'integer')
        .execute()
      await countedTable(db, 'ledger_events')
        .addColumn('entry', 'text', (column) => column.notNull())
        .execute()

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
      await db.schema
        .createTable('returned_indexes')
        .addColumn('registry_id', 'text', (column) => column.notNull())
        .addColumn('registry_index', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('returned_indexes_key', ['registry_id', 'registry_index'])
        .execute()
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
      await db.schema
        .createTable('nodes')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .execute()
      await db.schema
        .createTable('jobs')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('ran_at', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('tails_files')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('content', bytes(db), (column) => column.notNull())
        .execute()
    },
  },
  '012-shared-limits': {
    async up(db: Kysely<unknown>) {
      // As RateLimiterPostgres has it, in this order; more events can be counted than an integer holds.
      await db.schema
        .createTable('rate_limits')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('points', 'bigint', (column) => column.notNull())
        .addColumn('expire', 'bigint', (column) => column.notNull())
        .execute()
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
