import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { LRUCache } from 'lru-cache'

/** How long a query waits for another process's write before it fails, in milliseconds. */
const busyTimeout = 500

/**
 * SQLite with the interface of Node's own `node:sqlite`, which Node 20 lacks, and with its binaries in the package
 * (record 0065), in the shape that Kysely takes.
 */
export function openSqliteFile(path: string): SqliteDatabase & Pick<DatabaseSyncInstance, 'exec'> {
  keepPrivate(path)
  const file = new DatabaseSync(path, { timeout: busyTimeout })
  // Queries are few and come again and again; preparing one costs as much as running it.
  const statements = new LRUCache<string, SqliteStatement>({ max: 500 })
  return {
    exec: (text) => file.exec(text),
    close: () => file.close(),
    prepare: (text) => {
      // A pragma works while it is prepared: from here it would be heard once.
      if (text.startsWith('pragma')) return asKyselyTakesIt(file.prepare(text))
      if (text === 'rollback') return rollback(file)
      const statement = statements.get(text) ?? asKyselyTakesIt(file.prepare(text))
      statements.set(text, statement)
      return statement
    },
  }
}

/** Keeps a database to its owner, whatever the umask. SQLite gives the files that it makes beside it the same mode. */
export function keepPrivate(path: string): void {
  // Never opened beside SQLite: closing it would take this process's locks of it.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600)
}

/** On a full disk SQLite ends a transaction by itself. Rolling back again would fail and hide the cause. */
function rollback(file: DatabaseSyncInstance): SqliteStatement {
  const statement = asKyselyTakesIt(file.prepare('rollback'))
  return { ...statement, run: (parameters) => (file.isTransaction ? statement.run(parameters) : nothingChanged) }
}

const nothingChanged = { changes: 0, lastInsertRowid: 0 }

function asKyselyTakesIt(statement: StatementSyncInstance): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(bindable)).map(withBuffers),
    run: (parameters) => statement.run(...parameters.map(bindable)),
    iterate: (parameters) => statement.iterate(...parameters.map(bindable)),
  }
}

/**
 * Makes a value storable. The driver would keep a date as NULL, and end a text at its first zero character, which
 * PostgreSQL refuses; in its place stands the character for what cannot be shown.
 */
function bindable(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
  if (value === null || typeof value === 'number' || typeof value === 'bigint') return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`A ${typeof value} cannot be stored`)
}

/** Bytes come back as Buffers, as PostgreSQL's driver gives them. */
function withBuffers(row: Record<string, unknown>): Record<string, unknown> {
  for (const [column, value] of Object.entries(row))
    if (value instanceof Uint8Array) row[column] = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return row
}

/** Primary result codes: SQLITE_BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN. */
const unavailable = new Set([5, 6, 8, 10, 13, 14])

/** The failure's primary result code, if SQLite is what failed. */
export function sqliteCode(error: unknown): number | undefined {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? errcode & 0xff : undefined
}

/** Whether SQLite can't take the work now (locked, full, unreadable), as opposed to a wrong query. */
export function isSqliteUnavailable(error: unknown): boolean {
  return unavailable.has(sqliteCode(error) ?? 0)
}

/** Primary result codes: SQLITE_READONLY, IOERR, FULL. */
const unwritable = new Set([8, 10, 13])

/** Whether a failure means that the database can be read and not written. */
export function isSqliteUnwritable(error: unknown): boolean {
  return unwritable.has(sqliteCode(error) ?? 0)
}
