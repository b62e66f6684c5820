import {
  type Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { Client, DatabaseError, Pool, type PoolClient, types } from 'pg'

/** Connections of one node for its queries; PostgreSQL as it is shipped allows a hundred in all. */
const mostConnections = 12
/** How long a query waits for a connection, in milliseconds. */
const longestWait = 3_000
/** How long a query, and a transaction in which nothing happens, may take on the server; milliseconds. */
const longestQuery = 30_000
const longestSilence = 60_000

/** Types that PostgreSQL sends as text, although ours fit a number: counts, positions and sums. */
const numbers = new Set([20, 1700])

/** Options of every connection of ours. */
const connectionOptions = (url: string) => ({
  connectionString: url,
  application_name: 'last-mile',
  connectionTimeoutMillis: longestWait,
  keepAlive: true,
})

/**
 * A connection beside the pool.
 * @param begin its first work; without a success of it there is no connection
 * @param onLost called once, when the connection breaks or ends
 */
export async function openClient(
  url: string,
  begin: (client: Client) => Promise<unknown>,
  onLost: (error: Error) => void,
): Promise<Client> {
  const client = new Client(connectionOptions(url))
  let isLost = false
  const lost = (error = new Error('The connection ended')) => {
    if (isLost) return
    isLost = true
    onLost(error)
  }
  client.on('error', lost)
  try {
    await client.connect()
    await begin(client)
  } catch (error) {
    isLost = true
    throw error
  }
  client.on('end', () => lost())
  return client
}

/** PostgreSQL through a pool, closed with the database. @param onLost notified when an idle connection breaks */
export function postgresDialect(url: string, onLost: (error: Error) => void): PostgresDialect {
  const pool = new Pool({
    ...connectionOptions(url),
    max: mostConnections,
    statement_timeout: longestQuery,
    idle_in_transaction_session_timeout: longestSilence,
    types: {
      getTypeParser: (type: number, format?: string) =>
        numbers.has(type) ? Number : types.getTypeParser(type, format as 'text'),
    },
  })
  pool.on('error', onLost)
  // Without a listener, a connection that breaks between two queries would end the process. The next query reports it.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new PostgresDialect({ pool: preparing(pool) })
}

/** Prepares texts after so many uses, at most so many: PostgreSQL then plans each once per connection. */
const prepared = { from: 10, most: 300 }

/** The same pool, whose connections prepare frequent queries, and store no zero character. */
function preparing(pool: Pool): PostgresPool {
  const counts = new LRUCache<string, number>({ max: 1_000 })
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const name = names.get(text)
    if (name !== undefined || names.size >= prepared.most) return name
    const count = (counts.get(text) ?? 0) + 1
    counts.set(text, count)
    if (count >= prepared.from) names.set(text, `query ${names.size + 1}`)
    return names.get(text)
  }
  // Kysely knows a connection by its object.
  const clients = new WeakMap<PoolClient, PostgresPoolClient>()
  const preparingClient = (client: PoolClient): PostgresPoolClient => ({
    query: ((text: string, values: readonly unknown[]) =>
      client.query({ name: nameOf(text), text, values: values.map(storable) }) as Promise<
        PostgresQueryResult<unknown>
      >) as PostgresPoolClient['query'],
    release: () => client.release(),
  })
  return {
    async connect() {
      const client = await pool.connect()
      const wrapped = clients.get(client) ?? preparingClient(client)
      clients.set(client, wrapped)
      return wrapped
    },
    end: () => pool.end(),
  }
}

/** PostgreSQL keeps no zero character in a text; in its place stands the character for what cannot be shown. */
const storable = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value

export const isPostgres = (database: Pick<Kysely<unknown>, 'getExecutor'>): boolean =>
  database.getExecutor().adapter instanceof PostgresAdapter

/**
 * SQLSTATE classes: connection, rollback, resources, operator, system; also a lock not available, and a read-only
 * standby.
 */
const unavailable = /^(?:08|40|53|57P|58|55P03|25006)/
const unreachable = /^(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/
/** Messages of the driver that come without a code. */
const lost = /^(?:Connection terminated|timeout (?:exceeded|expired)|Client has encountered a connection error)/

/** Whether PostgreSQL can't take the work now (away, restarting, full, locked), as opposed to a wrong query. */
export function isPostgresUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return unavailable.test(error.code ?? '')
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return unreachable.test(String(code ?? '')) || lost.test(String(message ?? ''))
}

/** SQLSTATE of a full disk, and of a database that may only be read. */
const unwritable = new Set(['53100', '25006'])

/** Whether a failure means that the database can be read and not written. */
export const isPostgresUnwritable = (error: unknown): boolean =>
  error instanceof DatabaseError && unwritable.has(error.code ?? '')
