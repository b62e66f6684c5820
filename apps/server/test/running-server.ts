import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@lastmile/e2e/free-port'
import { DatabaseSync } from '@photostructure/sqlite'
import { type Config, readConfig } from '../src/config.ts'
import { type Context, createContext } from '../src/context.ts'
import { databaseFiles } from '../src/platform/database/database.ts'
import { createLogger } from '../src/platform/process/logging.ts'
import { type RunningServer, startServer } from '../src/server.ts'
import { VisitorClient } from './visitor-client.ts'

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
    const config = readConfig({
      PORT: String(await freePort()),
      METRICS_PORT: '0',
      DATA_DIR: await mkdtemp(join(tmpdir(), 'server-')),
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

  /** How many rows each table has, read beside the server: what a refused call must not change. */
  rowCounts(): Record<string, number> {
    const database = new DatabaseSync(databaseFiles(this.config.dataDir)[0], { readOnly: true })
    const tables = [
      'ledger',
      'credential_definitions',
      'short_links',
      'contact_messages',
      'analytics_events',
      'analytics_visits',
      'analytics_tags',
      'protocol_messages',
    ]
    const count = (table: string) => Number(database.prepare(`select count(*) as rows from ${table}`).get()?.rows)
    try {
      return Object.fromEntries(tables.map((table) => [table, count(table)]))
    } finally {
      database.close()
    }
  }

  /** Starts again on the same data. @param prepare sees the context before it is started */
  async resume(prepare?: (context: Context) => void): Promise<void> {
    const context = await createContext(this.config, await createLogger(this.config.logLevel))
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
