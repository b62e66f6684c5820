import { join } from 'node:path'
import {
  CamelCasePlugin,
  type Dialect,
  HandleEmptyInListsPlugin,
  Kysely,
  replaceWithNoncontingentExpression,
  SqliteAdapter,
  SqliteDialect,
  sql,
} from 'kysely'
import { ConfigError } from '../../config.ts'
import { migrateToLatest } from './migrations.ts'
import { isPostgres, isPostgresUnavailable, postgresDialect } from './postgres.ts'
import { type DatabaseSchema, tables } from './schema.ts'
import { isSqliteUnavailable, openSqliteFile } from './sqlite-file.ts'

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

/** Where the data are: in a PostgreSQL, or in a file of the data folder, which must exist. */
export interface DatabasePlace {
  dataDir: string
  /** A PostgreSQL's address. */
  databaseUrl?: string | undefined
}

export interface DatabaseListeners {
  /** Called when an idle connection breaks. */
  onLost?(error: Error): void
  /** Called for each query that fails. */
  onFailure?(error: unknown): void
}

/**
 * Opens the database and brings it up to date, all or nothing; after a sudden end the next opening goes on. One of
 * several processes migrates, the others wait. Only this folder knows how SQLite and PostgreSQL differ.
 * @throws ConfigError when the data can't be brought up to date, or the PostgreSQL can't be reached
 */
export async function openDatabase(place: DatabasePlace, listeners: DatabaseListeners = {}): Promise<Database> {
  const database = connectTo(place, listeners)
  try {
    await migrateToLatest(database)
    return database
  } catch (error) {
    await database.destroy()
    if (place.databaseUrl !== undefined) throw postgresError(error)
    if (isSqliteUnavailable(error)) throw error
    throw new ConfigError(
      `The database ${fileIn(place.dataDir)} can't be brought up to date: an earlier version may have been stopped while it made it, or a ` +
        'later one has changed it. Put a backup in its place, or run npm run reset -- --with-messages, which removes all data. ' +
        `(${(error as Error).message})`,
      { cause: error },
    )
  }
}

/** Without the address, which holds a password. */
function postgresError(error: unknown): ConfigError {
  const { message } = error as Error
  return new ConfigError(
    isPostgresUnavailable(error)
      ? `The database that DATABASE_URL names can't be reached: start it, or change DATABASE_URL. (${message})`
      : `The database that DATABASE_URL names can't be used: its user may not be allowed to, or a later version has changed it. (${message})`,
    { cause: error },
  )
}

/** The database as it stands. */
export function connectTo(
  { dataDir, databaseUrl }: DatabasePlace,
  { onLost = () => {}, onFailure = () => {} }: DatabaseListeners = {},
): Database {
  return new Kysely<DatabaseSchema>({
    dialect: databaseUrl === undefined ? sqliteDialect(fileIn(dataDir)) : postgresDialect(databaseUrl, onLost),
    plugins: [
      new CamelCasePlugin(),
      // PostgreSQL takes no list of nothing.
      ...(databaseUrl === undefined
        ? []
        : [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })]),
    ],
    log: (event) => {
      if (event.level === 'error') onFailure(event.error)
    },
  })
}

const fileIn = (dataDir: string) => join(dataDir, fileName)

function sqliteDialect(path: string): Dialect {
  const file = openSqliteFile(path)
  file.exec('pragma journal_mode = WAL')
  // With a write-ahead log a killed process loses nothing. A power cut can undo the last writes, but not those made
  // `durably`: each of them waits for the disk, and all other writes with it.
  file.exec('pragma synchronous = NORMAL')
  // Pages that change with every visitor are written back once for many of them; `emptyLog` bounds the log by time.
  file.exec('pragma wal_autocheckpoint = 8000')
  // Deleted data must not be readable in the file any more.
  file.exec('pragma secure_delete = ON')
  return new TransactionalDialect({ database: file })
}

/** Whether the database can't take the work now (locked, away, full), as opposed to a wrong query. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  isSqliteUnavailable(error) || isPostgresUnavailable(error)

/**
 * A write that the disk has when this resolves, with all that was written before.
 * @param write one write, or several; it has the database for itself
 */
export function durably<Result>(database: Database, write: (database: Database) => Promise<Result>): Promise<Result> {
  // PostgreSQL's commits wait for the disk, unless its operator wants otherwise.
  if (isPostgres(database)) return database.connection().execute(write)
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
 * Writes the log back into the file and empties it, because it still holds content that was deleted from the file.
 * Takes milliseconds; skipped while another process reads.
 */
export async function emptyLog(database: Database): Promise<void> {
  // PostgreSQL keeps its log as its operator has set it, for replicas and backups.
  if (isPostgres(database)) return
  await sql`pragma wal_checkpoint(truncate)`.execute(database)
}

/**
 * Rewrites the file and empties the log, so that deleted content can be read in neither: SQLite overwrites deleted
 * rows, but not copies that it leaves when it moves rows. Blocks all others meanwhile.
 */
export async function eraseTraces(database: Database): Promise<void> {
  await (isPostgres(database) ? sql`vacuum full` : sql`vacuum`).execute(database)
  await emptyLog(database)
}

/** Deletes everything in a PostgreSQL, but leaves the tables. */
export async function deleteAll(place: DatabasePlace): Promise<void> {
  const database = await openDatabase(place)
  const names = Object.keys(tables) as (keyof DatabaseSchema)[]
  await sql`truncate ${sql.join(names.map((name) => sql.table(name)))} restart identity`.execute(database)
  await database.destroy()
}
