import { join } from 'node:path'
import { CamelCasePlugin, Kysely, SqliteAdapter, SqliteDialect, sql } from 'kysely'
import { ConfigError } from '../../config.ts'
import { migrateToLatest } from './migrations.ts'
import type { DatabaseSchema } from './schema.ts'
import { isDatabaseUnavailable, openSqliteFile } from './sqlite-file.ts'

export type Database = Kysely<DatabaseSchema>

const fileName = 'last-mile.sqlite'

/** Everything that the embedded database keeps on disk. */
export const databaseFiles = (dataDir: string) =>
  ['', '-wal', '-shm'].map((suffix) => join(dataDir, `${fileName}${suffix}`))

/** SQLite takes back changes of tables with the rest of a transaction, so the migrator may make all of them in one. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}
class TransactionalDialect extends SqliteDialect {
  override createAdapter() {
    return new TransactionalAdapter()
  }
}

/**
 * Opens the embedded database and brings it up to date, all or nothing: after an end in the middle, the next opening goes on.
 * What SQLite and PostgreSQL do differently stands in this file and `sqlite-file.ts` alone; queries elsewhere run on both.
 * @param dataDir folder of the database file, which must exist
 * @throws ConfigError when what is in the file can't be brought up to date
 */
export async function openDatabase(dataDir: string): Promise<Database> {
  const path = join(dataDir, fileName)
  const database = connectTo(path)
  try {
    await migrateToLatest(database)
    return database
  } catch (error) {
    await database.destroy()
    if (isDatabaseUnavailable(error)) throw error
    throw new ConfigError(
      `The database ${path} can't be brought up to date: an earlier version may have been stopped while it made it, or a ` +
        'later one has changed it. Put a backup in its place, or run npm run reset -- --with-messages, which removes all data. ' +
        `(${(error as Error).message})`,
      { cause: error },
    )
  }
}

/** The database as it stands in the file. */
export function connectTo(path: string): Database {
  const file = openSqliteFile(path)
  file.exec('pragma journal_mode = WAL')
  // With a write-ahead log this loses nothing when the process is killed. A power cut can take back the last writes, but for
  // those made `durably`: each of these waits for the disk, and everybody with it.
  file.exec('pragma synchronous = NORMAL')
  // Pages that change with every visitor are written back once for many of them; `emptyLog` bounds the log by time.
  file.exec('pragma wal_autocheckpoint = 8000')
  // What is deleted shall not be readable in the file any more.
  file.exec('pragma secure_delete = ON')
  return new Kysely<DatabaseSchema>({
    dialect: new TransactionalDialect({ database: file }),
    plugins: [new CamelCasePlugin()],
  })
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

/**
 * Takes over into the file what the log beside it holds, and empties that: deleted content, which is overwritten in the file,
 * stands in the log until then. Takes some milliseconds; while somebody else reads, it is left to the next time.
 */
export async function emptyLog(database: Database): Promise<void> {
  await sql`pragma wal_checkpoint(truncate)`.execute(database)
}

/**
 * Writes the file anew and empties the log beside it, so that nothing of what was deleted or replaced can be read in either:
 * SQLite overwrites what it deletes, but not what it leaves behind where it moves rows. Everybody waits meanwhile.
 */
export async function eraseTraces(database: Database): Promise<void> {
  await sql`vacuum`.execute(database)
  await emptyLog(database)
}
