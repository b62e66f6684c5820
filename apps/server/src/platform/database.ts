import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { CamelCasePlugin, Kysely, Migrator, SqliteDialect } from 'kysely'
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
  // With a write-ahead log this loses nothing when the process is killed.
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

/** Queries are few and come again and again; preparing one costs as much as running it. */
function preparingOnce(file: SqliteDatabase.Database) {
  const statements = new LRUCache<string, SqliteDatabase.Statement>({ max: 500 })
  return {
    close: () => void file.close(),
    prepare: (sql: string) => {
      const statement = statements.get(sql) ?? file.prepare(sql)
      statements.set(sql, statement)
      return statement
    },
  }
}

/** Whether a failure means that the database can't take the work now (locked, full, unreadable), not that a query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN)/.test(code)
}
