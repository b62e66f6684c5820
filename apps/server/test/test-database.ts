import { basename } from 'node:path'
import { type Compilable, sql } from 'kysely'
import { Client } from 'pg'
import { type Database, type DatabasePlace, openDatabase } from '../src/platform/database/database.ts'
import { isPostgres } from '../src/platform/database/postgres.ts'

/** The PostgreSQL for tests in place of the embedded database; `npm run long -- postgres` starts and sets it. */
const postgres = process.env.TEST_POSTGRES
/** Whether there is one. What several servers share can be tried there alone: elsewhere there are no such tests. */
export const onPostgres = postgres !== undefined

/** A test's data: in its folder, or in a database of the same name, made on first use. */
export async function placeOf(dataDir: string): Promise<DatabasePlace> {
  if (!postgres) return { dataDir }
  const url = new URL(postgres)
  const name = basename(dataDir).toLowerCase()
  const client = new Client({ connectionString: postgres })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database "${name}"`)
  } finally {
    await client.end()
  }
  url.pathname = `/${name}`
  return { dataDir, databaseUrl: url.href }
}

/** Opens the database of a test. @param dataDir the test's folder, which must exist */
export const openTestDatabase = async (dataDir: string): Promise<Database> => openDatabase(await placeOf(dataDir))

const stuck = sql.ref('stuck')

/** From now on inserting or deleting any row of a table fails with the word `full`. */
export async function makeFail(database: Database, table: string, action: 'insert' | 'delete'): Promise<void> {
  const on = sql.table(table)
  const when = sql.raw(`before ${action}`)
  if (!isPostgres(database)) {
    await sql`create trigger ${stuck} ${when} on ${on} begin select raise(abort, 'full'); end`.execute(database)
    return
  }
  await sql`create function fail() returns trigger as $$ begin raise exception 'full'; end $$ language plpgsql`.execute(
    database,
  )
  await sql`create trigger ${stuck} ${when} on ${on} for each row execute function fail()`.execute(database)
}

/** Ends it. */
export async function letSucceed(database: Database): Promise<void> {
  await (isPostgres(database) ? sql`drop function fail cascade` : sql`drop trigger ${stuck}`).execute(database)
}

/** The steps in which the database answers a query by going through all rows of a table, for want of an index. */
export function scansOf(database: Database, query: Compilable): Promise<string[]> {
  const { sql: text, ...compiled } = query.compile()
  const explained = (explain: string, on: Database) =>
    on.executeQuery<Record<string, string>>({ ...compiled, sql: `${explain} ${text}` })
  if (!isPostgres(database))
    return explained('explain query plan', database).then(({ rows }) =>
      rows.map(({ detail = '' }) => detail).filter((step) => step.startsWith('SCAN')),
    )
  return database.connection().execute(async (connection) => {
    // Of few rows it would go through all even where it has an index.
    await sql`set enable_seqscan = off`.execute(connection)
    const { rows } = await explained('explain', connection)
    const steps = rows.map((row) => row['QUERY PLAN'] ?? row.queryPlan ?? '')
    // So does an index that is read from its first entry to its last.
    return steps.filter(
      (step, at) =>
        step.includes('Seq Scan') || (/Index (Only )?Scan/.test(step) && !steps[at + 1]?.includes('Index Cond')),
    )
  })
}
