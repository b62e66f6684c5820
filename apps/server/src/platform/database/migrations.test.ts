import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { build } from 'esbuild'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrateUntil } from '../../../test/interrupted-migration.ts'
import { placeOf } from '../../../test/test-database.ts'
import { ConfigError } from '../../config.ts'
import { CredentialDefinitionRepository } from '../../modules/credentials/definition-repository.ts'
import { connectTo, databaseFiles, openDatabase } from './database.ts'
import { migrateToLatest } from './migrations.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  path = databaseFiles(folder)[0] ?? ''
})
afterEach(() => rm(folder, { recursive: true }))

/** The file's content: its tables and indexes, and the steps that were taken. */
function contents() {
  const file = new DatabaseSync(path)
  const all = (query: string) =>
    file
      .prepare(query)
      .all()
      .map((row) => Object.values(row as object).join())
  try {
    return [all('select sql from sqlite_schema order by name'), all('select name from kysely_migration order by name')]
  } finally {
    file.close()
  }
}

async function openedAndClosed() {
  await (await openDatabase({ dataDir: folder })).destroy()
  return contents()
}

it('goes on after an end at any query of the first start', async () => {
  const whole = await openedAndClosed()
  let interrupted = 0
  for (let query = 0; ; query++) {
    for (const file of databaseFiles(folder)) await rm(file, { force: true })
    let reached = false
    await migrateUntil(folder, query, () => {
      reached = true
      throw new Error('The power is gone')
    }).catch(() => undefined)
    if (!reached) break
    interrupted++
    expect(await openedAndClosed()).toEqual(whole)
  }
  expect(interrupted).toBeGreaterThan(50)
})

it('goes on when the process was killed in the middle of it', async () => {
  const whole = await openedAndClosed()
  const bundle = join(import.meta.dirname, '../../../node_modules/.cache/migrations-test/killed.js')
  await build({
    stdin: {
      contents: `import { migrateUntil } from './test/interrupted-migration.ts'
        await migrateUntil(process.argv[2], Number(process.argv[3]), () => process.kill(process.pid, 'SIGKILL'))`,
      resolveDir: join(import.meta.dirname, '../../..'),
    },
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@photostructure/sqlite', 'pg'],
  })
  for (const query of [8, 20, 50]) {
    for (const file of databaseFiles(folder)) await rm(file, { force: true })
    const signal = await new Promise((resolve) =>
      execFile(process.execPath, [bundle, folder, String(query)], (error) => resolve(error?.signal)),
    )
    expect(signal).toBe('SIGKILL')
    expect(await openedAndClosed()).toEqual(whole)
  }
})

it('refuses in one sentence what an earlier version left half made, and changes nothing', async () => {
  const file = new DatabaseSync(path)
  file.exec('create table meta (key text primary key, value text not null)')
  file.close()
  const failure = await openDatabase({ dataDir: folder }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ConfigError)
  expect((failure as Error).message).toMatch(
    /^The database \S+ can't be brought up to date: [^\n]+npm run reset[^\n]+$/,
  )
  expect(contents()[0]).not.toContainEqual(expect.stringMatching(/connections/))
})

it('carries connections, credentials and proofs of before over to the ledger, as far as they were', async () => {
  const before = connectTo({ dataDir: folder })
  await migrateToLatest(before, '006-agent-store')
  const [at, old] = [new Date().toISOString(), '2020-01-01T00:00:00.000Z']
  for (const state of ['invited', 'active', 'complete'])
    await sql`insert into connections values (${state}, 'me', ${`invitation ${state}`}, ${state}, ${at}, ${at}, 'onboarding-flow')`.execute(
      before,
    )
  for (const [id, state, openKey, forgotten, deletedAt] of [
    ['offered', 'offer_sent', 'key', 0, null],
    ['issued', 'done', null, 1, null],
    ['deleted', 'offer_sent', null, 0, at],
  ] as const)
    await sql`insert into credential_exchanges (id, visitor, connection_id, definition_id, thread_id, state, revocation_registry_id,
      revocation_index, open_key, forgotten, deleted_at, created_at, updated_at, refusal) values (${id}, 'me', 'active', 'definition',
      'thread', ${state}, 'registry', ${id}, ${openKey}, ${forgotten}, ${deletedAt}, ${old}, ${at}, null)`.execute(
      before,
    )
  await sql`insert into proof_exchanges (id, visitor, connection_id, thread_id, state, verified, refusal, open_key, forgotten,
    deleted_at, created_at, updated_at) values ('proof', 'me', null, 'thread', 'abandoned', 0, 'declined', null, 0, null, ${old}, ${at})`.execute(
    before,
  )
  await before.destroy()

  const database = await openDatabase({ dataDir: folder })
  const rows = await database.selectFrom('ledger').selectAll().orderBy('id').execute()
  await database.destroy()
  const entries = Object.fromEntries(rows.map((row) => [row.id, row]))
  const isDue = (id: string) => (entries[id]?.dueAt ?? '') <= at
  expect(rows).toHaveLength(7)
  expect(entries.invited).toMatchObject({
    kind: 'connection',
    state: 'invited',
    connectionId: 'invited',
    flowType: 'onboarding-flow',
  })
  expect(entries.complete).toMatchObject({ state: 'active', invitationId: 'invitation complete' })
  expect(entries.offered).toMatchObject({
    kind: 'credential',
    state: 'offer_sent',
    openKey: 'key',
    protocol: 'didcomm',
    statusList: 'registry',
    statusIndex: 'offered',
  })
  expect(entries.issued).toMatchObject({ state: 'credential_issued', forgotten: 1, createdAt: old })
  expect(entries.proof).toMatchObject({ kind: 'proof', state: 'abandoned', verified: 0, refusal: 'declined' })
  expect(['proof', 'deleted'].map(isDue)).toEqual([true, true])
  expect(['invited', 'active', 'complete', 'offered', 'issued'].map(isDue)).toEqual([false, false, false, false, false])
})

it('carries over under which id a credential definition is published, which no other may have', async () => {
  const before = connectTo({ dataDir: folder })
  await migrateToLatest(before, '008-returned-indexes')
  const insert = (id: string, registryId: string | null) =>
    sql`insert into credential_definitions (id, name, version, attribute_names, revocable, state, registry_id, visitor, created_at)
      values (${id}, 'Card', '1.0', '[]', 0, ${registryId ? 'ready' : 'preparing'}, ${registryId}, null, '2026-01-01T00:00:00.000Z')`.execute(
      before,
    )
  await insert('made', 'did:webvh:example/resources/made')
  await insert('being made', null)
  await before.destroy()

  const database = await openDatabase({ dataDir: folder })
  const repository = new CredentialDefinitionRepository(database)
  const found = await repository.findByPublishedId('did:webvh:example/resources/made')
  const waiting = await repository.preparing()
  const doubled = await repository.markReady('being made', 'did:webvh:example/resources/made').catch((error) => error)
  await database.destroy()
  expect(found).toMatchObject({ id: 'made', state: 'ready', publishedId: 'did:webvh:example/resources/made' })
  expect(waiting).toEqual([expect.objectContaining({ id: 'being made', publishedId: null })])
  expect(String(doubled)).toContain('UNIQUE')
})

it('carries over what a credential is revoked by, in the ledger and in events that were not emitted', async () => {
  const place = await placeOf(folder)
  const before = connectTo(place)
  await migrateToLatest(before, '012-shared-limits')
  const at = new Date().toISOString()
  const kept = { id: 'one', threadId: 'a "revocationIndex": b', revocationRegistryId: 'list', revocationIndex: '7' }
  await sql`insert into ledger (id, kind, visitor, connection_id, thread_id, state, version, forgotten, due_at, created_at,
    updated_at, definition_id, revocation_registry_id, revocation_index) values (${kept.id}, 'credential', 'me', 'connection',
    ${kept.threadId}, 'credential_issued', 2, 0, ${at}, ${at}, ${at}, 'definition', 'list', '7')`.execute(before)
  await sql`insert into ledger_events (entry, at) values (${JSON.stringify(kept)}, ${at})`.execute(before)
  await before.destroy()

  const database = await openDatabase(place)
  const entry = await database.selectFrom('ledger').selectAll().executeTakeFirstOrThrow()
  const event = await database.selectFrom('ledgerEvents').select('entry').executeTakeFirstOrThrow()
  await database.destroy()
  const carried = { id: 'one', protocol: 'didcomm', threadId: kept.threadId, statusList: 'list', statusIndex: '7' }
  expect(entry).toMatchObject({ ...carried, connectionId: 'connection', state: 'credential_issued' })
  expect(JSON.parse(event.entry)).toEqual(carried)
})

it('names the definition of all that was published before, and the file of each registry', async () => {
  const before = connectTo({ dataDir: folder })
  await migrateToLatest(before, '008-returned-indexes')
  const did = 'did:webvh:abc:example.org/resources'
  const publish = async (id: string, resourceType: string, content: object) => {
    const json = JSON.stringify({ id: `${did}/${id}`, content, metadata: { resourceType } })
    await sql`insert into agent_resources values (${id}, ${json})`.execute(before)
  }
  await publish('list', 'anonCredsStatusList', { revRegDefId: `${did}/registry` })
  await publish('registry', 'anonCredsRevocRegDef', { credDefId: `${did}/definition`, value: { tailsHash: 'hash' } })
  await publish('definition', 'anonCredsCredDef', { tag: 'card', schemaId: `${did}/schema` })
  await publish('schema', 'anonCredsSchema', { name: 'Card' })
  await publish('orphan', 'anonCredsStatusList', { revRegDefId: `${did}/lost` })
  await sql`insert into revocation_registries values (${`${did}/registry`}, 'card', 10, 1, '')`.execute(before)
  await sql`insert into credential_definitions values ('card', 'Card', '1.0', '[]', 1, 'ready', 'registry', null, '2020')`.execute(
    before,
  )
  await before.destroy()

  const began = new Date().toISOString()
  const database = await openDatabase({ dataDir: folder })
  const published = await database.selectFrom('agentResources').select(['id', 'definitionKey']).orderBy('id').execute()
  const registry = await database.selectFrom('revocationRegistries').selectAll().executeTakeFirstOrThrow()
  const definition = await database.selectFrom('credentialDefinitions').selectAll().executeTakeFirstOrThrow()
  await database.destroy()
  expect(published).toEqual([
    { id: 'definition', definitionKey: 'card' },
    { id: 'list', definitionKey: 'card' },
    { id: 'orphan', definitionKey: null },
    { id: 'registry', definitionKey: 'card' },
    { id: 'schema', definitionKey: null },
  ])
  expect(registry.tailsHash).toBe('hash')
  expect(definition.usedAt >= began).toBe(true)
})
