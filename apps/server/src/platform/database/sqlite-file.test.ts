import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isSqliteUnavailable, openSqliteFile } from './sqlite-file.ts'

let folder: string
let file: ReturnType<typeof openSqliteFile>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-file-'))
  file = openSqliteFile(join(folder, 'a.sqlite'))
  file.exec('pragma journal_mode = WAL')
  file.exec('create table things (id text primary key, value blob, number integer)')
})
afterEach(() => {
  file.close()
  rmSync(folder, { recursive: true })
})

const insert = () => file.prepare('insert into things values (?, ?, ?)')
const all = () => file.prepare('select * from things').all([])

/** Another process that does something with the file, and then waits until it is killed. */
async function otherProcess(statements: string) {
  const program = `
    import { DatabaseSync } from '@photostructure/sqlite'
    globalThis.file = new DatabaseSync(${JSON.stringify(join(folder, 'a.sqlite'))})
    ${statements}
    console.log('done')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

function failureOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
}

test('bytes come back as Buffers, numbers as numbers, and a statement can be used again', () => {
  const statement = insert()
  expect(statement.reader).toBe(false)
  expect(statement.run(['a', Buffer.from('bytes'), 7])).toMatchObject({ changes: 1 })
  statement.run(['b', null, null])
  expect(all()).toEqual([
    { id: 'a', value: Buffer.from('bytes'), number: 7 },
    { id: 'b', value: null, number: null },
  ])
  expect(Buffer.isBuffer((all()[0] as { value: unknown }).value)).toBe(true)
  const returning = file.prepare('update things set number = ? where id = ? returning id')
  expect(returning.reader).toBe(true)
  expect([returning.all([1, 'a']), returning.all([1, 'nobody'])]).toEqual([[{ id: 'a' }], []])
})

test('nothing is stored as something else', () => {
  insert().run(['before\0after', null, null])
  expect(all()).toMatchObject([{ id: 'before\uFFFDafter' }])
  for (const value of [true, new Date(), undefined, {}])
    expect(() => insert().run(['c', null, value])).toThrow(TypeError)
})

test("another process's write makes it unavailable, also for what returns rows, and its death does not", async () => {
  const kill = await otherProcess("file.exec('begin immediate')")
  const failures = [
    failureOf(() => insert().run(['a', null, null])),
    failureOf(() => file.prepare("insert into things values ('a', null, null) returning id").all([])),
    failureOf(() => file.exec('begin immediate')),
  ]
  expect(failures.map(isSqliteUnavailable)).toEqual([true, true, true])
  await kill()
  insert().run(['a', null, null])
  expect(all()).toHaveLength(1)
})

test('a full disk makes it unavailable, and what stood in it stays readable', () => {
  insert().run(['a', null, null])
  file.exec('pragma max_page_count = 5')
  const failure = failureOf(() => insert().run(['b', Buffer.alloc(100_000), null]))
  expect(isSqliteUnavailable(failure)).toBe(true)
  expect(all()).toHaveLength(1)
})

test('a wrong query and a taken key are no lack of the database', () => {
  insert().run(['a', null, null])
  const failures = [failureOf(() => file.prepare('selec')), failureOf(() => insert().run(['a', null, null]))]
  expect(failures.map((failure) => failure instanceof Error)).toEqual([true, true])
  expect([...failures, new Error('other'), null].map(isSqliteUnavailable)).toEqual([false, false, false, false])
})

test('what a killed process had written is there, and what it had begun is not', async () => {
  const kill = await otherProcess(`
    file.exec("insert into things values ('kept', null, 1)")
    file.exec('begin')
    file.exec("insert into things values ('begun', null, 2)")`)
  await kill()
  expect(all()).toMatchObject([{ id: 'kept' }])
})

test('closing lets go of the file, whatever was prepared and begun', () => {
  const other = openSqliteFile(join(folder, 'b.sqlite'))
  other.exec('create table t (n)')
  other.exec('begin exclusive')
  const kept = other.prepare('select * from t')
  kept.all([])
  other.close()
  expect(() => kept.all([])).toThrow()
  const next = openSqliteFile(join(folder, 'b.sqlite'))
  next.exec('insert into t values (1)')
  next.close()
})

test('a transaction that SQLite has ended by itself fails with what ended it', async () => {
  const database = new Kysely({ dialect: new SqliteDialect({ database: file }) })
  const work = database.transaction().execute(async (transaction) => {
    await sql`insert into things values ('a', null, 1)`.execute(transaction)
    // As without room on the disk.
    file.exec('rollback')
    throw new Error('database or disk is full')
  })
  await expect(work).rejects.toThrow('database or disk is full')
  await database
    .transaction()
    .execute((transaction) => sql`insert into things values ('b', null, 1)`.execute(transaction))
  expect(all()).toHaveLength(1)
})

test("the files are their owner's alone, whatever the umask and the folder, also those of an earlier version", () => {
  insert().run(['a', null, null])
  const others = () => readdirSync(folder).filter((name) => statSync(join(folder, name)).mode & 0o077)
  expect(readdirSync(folder).sort()).toEqual(['a.sqlite', 'a.sqlite-shm', 'a.sqlite-wal'])
  expect(others()).toEqual([])
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
  openSqliteFile(join(folder, 'a.sqlite')).close()
  expect(others()).toEqual([])
})
