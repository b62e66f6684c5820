import { randomUUID } from 'node:crypto'
import { ConfigError } from '../../config.ts'
import { type Database, openDatabase } from '../database/database.ts'
import type { Nodes } from './nodes.ts'
import { PostgresLocks } from './postgres-locks.ts'

/** Held by a command that changes what nodes rely on, while there are none; a node checks it when it joins. */
const closed = 'no nodes'
const lockOf = (node: string) => `node ${node}`

/**
 * The nodes on one PostgreSQL. Each holds a lock with its name while it lives; one that is listed without a lock is
 * dead, whatever clocks say.
 */
export class PostgresNodes implements Nodes {
  readonly own = randomUUID()
  readonly #database: Database
  readonly #locks: PostgresLocks

  constructor(database: Database, locks: PostgresLocks) {
    this.#database = database
    this.#locks = locks
  }

  /** Before anything is stored in this node's name; again when the connection that holds its lock broke. */
  async join(): Promise<void> {
    await this.#locks.hold(lockOf(this.own))
    if ((await this.#locks.held([closed])).length > 0)
      throw new ConfigError(
        'A command is changing the database that DATABASE_URL names: start the server when it has ended.',
      )
    await this.#database
      .insertInto('nodes')
      .values({ id: this.own })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  async living(): Promise<string[]> {
    const nodes = await this.#database.selectFrom('nodes').select('id').execute()
    const held = new Set(await this.#locks.held(nodes.map(({ id }) => lockOf(id))))
    return [this.own, ...nodes.map(({ id }) => id).filter((id) => id !== this.own && held.has(lockOf(id)))]
  }

  /** Forgets nodes that are no more. @returns how many there were */
  async bury(): Promise<number> {
    const living = await this.living()
    const { numDeletedRows } = await this.#database.deleteFrom('nodes').where('id', 'not in', living).executeTakeFirst()
    return Number(numDeletedRows)
  }

  async leave(): Promise<void> {
    await this.#database.deleteFrom('nodes').where('id', '=', this.own).execute()
  }
}

/**
 * Keeps servers from the database until this process ends, for commands that change what they rely on.
 * @throws ConfigError when one runs
 */
export async function keepNodesOut(databaseUrl: string): Promise<void> {
  const locks = new PostgresLocks(databaseUrl, () => {})
  await locks.hold(closed)
  const database = await openDatabase({ dataDir: '', databaseUrl })
  const nodes = await database.selectFrom('nodes').select('id').execute()
  await database.destroy()
  if ((await locks.held(nodes.map(({ id }) => lockOf(id)))).length > 0) {
    await locks.close()
    throw new ConfigError('A server is running on the database that DATABASE_URL names: stop it first.')
  }
}
