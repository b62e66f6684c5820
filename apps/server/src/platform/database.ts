import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { CamelCasePlugin, Kysely, Migrator, SqliteDialect, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { DatabaseSchema } from './database-schema.ts'
import { migrationProvider } from './migrations.ts'

export type Database = Kysely<DatabaseSchema>

const fileName = 'last-mile.sqlite'

/** Everything that the embedded database keeps on disk. */
export const databaseFiles = (dataDir: string) =>
  ['', '-wal', '-shm'].map((suffix) => join(dataDir, `${fileName}${suffix}`))

/**
 * Opens the embedded database and brings it up to date. What SQLite and PostgreSQL do differently stands in this file
 * alone; queries elsewhere run on both.
 * @param dataDir folder of the database file, which must exist
 */
export async function openDatabase(dataDir: string): Promise<Database> {
  const file = new SqliteDatabase(join(dataDir, fileName), { timeout: 500 })
  file.pragma('journal_mode = WAL')
  // With a write-ahead log this loses nothing when the process is killed. A power cut can take back the last writes, but for
  // those made `durably`: each of these waits for the disk, and everybody with it.
  file.pragma('synchronous = NORMAL')
  // What is deleted shall not be readable in the file any more.
  file.pragma('secure_delete = ON')
  const database = new Kysely<DatabaseSchema>({
    dialect: new SqliteDialect({ database: preparingOnce(file) }),
    plugins: [new CamelCasePlugin()],
  })
  const { error } = await new Migrator({ db: database, provider: migrationProvider }).migrateToLatest()
  if (error) throw error
  return database
}

/**
 * A write that the disk has when this resolves, with all that was written before.
 * @param write one write, or several; it has the database for itself
 */
export function durably<Result>(database: Database, write: (database: Database) => Promise<Result>): Promise<Result> {
  return database.connection().execute(async (connection) => {
    await sql`pragma synchronous = full`.execute(connection)
    try {
      return await write(connection)
    } finally {
      await sql`pragma synchronous = normal`.execute(connection)
    }
  })
}

/** Queries are few and come again and again; preparing one costs as much as running it. */
function preparingOnce(file: SqliteDatabase.Database) {
  const statements = new LRUCache<string, SqliteDatabase.Statement>({ max: 500 })
  return {
    close: () => void file.close(),
    prepare: (text: string) => {
      // A pragma works while it is prepared: from here it would be heard once.
      if (text.startsWith('pragma')) return file.prepare(text)
      const statement = statements.get(text) ?? file.prepare(text)
      statements.set(text, statement)
      return statement
    },
  }
}

/** Whether a failure means that the database can't take the work now (locked, full, unreadable), not that a query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN)/.test(code)
}
