import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCryptoWithSharedKeys } from '@lastmile/agent/test/shared-keys'
import { freePort } from '@lastmile/e2e/free-port'
import { sql } from 'kysely'
import { type Config, readConfig } from '../src/config.ts'
import { type Context, createContext } from '../src/context.ts'
import { connectTo, type Database, databaseFiles } from '../src/platform/database/database.ts'
import { type DatabaseSchema, tables } from '../src/platform/database/schema.ts'
import { createLogger } from '../src/platform/process/logging.ts'
import { type RunningServer, startServer } from '../src/server.ts'
import { placeOf } from './test-database.ts'
import { VisitorClient } from './visitor-client.ts'

/** Each takes a second of a core to load. */
const oneWorker: typeof createCryptoWithSharedKeys = (_workers, longest) => createCryptoWithSharedKeys(1, longest)

/** The whole server with a real database and the real issuer, on a port of the test's own. */
export class TestServer {
  readonly url: string
  readonly config: Config
  #running: { server: RunningServer; context: Context } | undefined

  private constructor(config: Config) {
    this.config = config
    this.url = config.publicUrl
  }

  static async start(settings: NodeJS.ProcessEnv = {}): Promise<TestServer> {
    const { dataDir, databaseUrl } = await placeOf(await mkdtemp(join(tmpdir(), 'server-')))
    const config = readConfig({
      PORT: String(await freePort()),
      METRICS_PORT: '0',
      DATA_DIR: dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl, STORE_KEY: 'the same for all nodes' }),
      WEB_DIR: join(import.meta.dirname, 'pages'),
      CONTENT_DIR: join(import.meta.dirname, 'content'),
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      RATE_LIMIT_FACTOR: '1000',
      ...settings,
    })
    const server = new TestServer(config)
    await server.resume()
    return server
  }

  get context(): Context {
    if (!this.#running) throw new Error('The server is not running')
    return this.#running.context
  }

  visitor(): VisitorClient {
    return new VisitorClient(this.url)
  }

  /** Works on the database beside the server. */
  async beside<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    const database = connectTo(this.config)
    return work(database).finally(() => database.destroy())
  }

  /** How many rows each table has: what a refused call must not change. */
  rowCounts(): Promise<Record<string, number>> {
    const counted = [
      ...(['ledger', 'credentialDefinitions', 'shortLinks', 'contactMessages', 'analyticsEvents'] as const),
      ...(['analyticsVisits', 'analyticsTags', 'protocolMessages'] as const),
    ]
    return this.beside(async (database) => {
      const count = async (table: (typeof counted)[number]) => {
        const { rows } = await database
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('rows'))
          .executeTakeFirstOrThrow()
        return [table, Number(rows)] as const
      }
      return Object.fromEntries(await Promise.all(counted.map(count)))
    })
  }

  /** Everything in the database, as text: the embedded one with what is left in its files, PostgreSQL's rows alone. */
  async everythingStored(): Promise<string> {
    if (!this.config.databaseUrl)
      return databaseFiles(this.config.dataDir)
        .map((file) => readFileSync(file).toString('latin1'))
        .join('')
    return this.beside(async (database) => {
      const names = Object.keys(tables) as (keyof DatabaseSchema)[]
      const all = await Promise.all(names.map((name) => database.selectFrom(name).selectAll().execute()))
      return JSON.stringify(all, (_name, value) =>
        value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
      )
    })
  }

  /** Does something while another process keeps the database from being written to, as a full disk would. */
  async whileNothingCanBeStored<Result>(work: () => Promise<Result>): Promise<Result> {
    const { databaseUrl } = this.config
    if (!databaseUrl)
      return this.beside((database) =>
        database.connection().execute(async (connection) => {
          await sql`begin immediate`.execute(connection)
          return work().finally(() => sql`rollback`.execute(connection))
        }),
      )
    const name = sql.ref(new URL(databaseUrl).pathname.slice(1))
    const setReadOnly = (to: 'on' | 'off') =>
      this.beside((database) =>
        database.connection().execute(async (connection) => {
          await sql`set default_transaction_read_only = off`.execute(connection)
          await sql`alter database ${name} set default_transaction_read_only = ${sql.raw(to)}`.execute(connection)
          // Those that are open go on as they were.
          await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`.execute(connection)
        }),
      )
    await setReadOnly('on')
    return work().finally(() => setReadOnly('off'))
  }

  /** Starts again on the same data. @param prepare sees the context before it is started */
  async resume(prepare?: (context: Context) => void): Promise<void> {
    const context = await createContext(this.config, await createLogger(this.config.logLevel), oneWorker)
    prepare?.(context)
    this.#running = { context, server: await startServer(context) }
  }

  /** Stops and keeps the data. */
  async pause(): Promise<void> {
    await this.#running?.server.stop()
    this.#running = undefined
  }

  async stop(): Promise<void> {
    await this.pause()
    await rm(this.config.dataDir, { recursive: true, force: true })
  }
}
