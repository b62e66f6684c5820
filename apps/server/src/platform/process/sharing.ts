import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { createProcessLocks, type Locks } from './locks.ts'
import { type NodeNews, noNews } from './node-news.ts'
import { type Nodes, singleNode } from './nodes.ts'
import { type Clock, PostgresClock } from './postgres-clock.ts'
import { PostgresLocks } from './postgres-locks.ts'
import { PostgresNews } from './postgres-news.ts'
import { PostgresNodes } from './postgres-nodes.ts'

/** All that the processes on one database share. */
export interface Sharing {
  /** Whether there can be others. */
  readonly isShared: boolean
  readonly locks: Locks
  readonly nodes: Nodes
  readonly news: NodeNews
  readonly clock: Clock
  /** Forgets those that are no more. @returns how many there were */
  buried(): Promise<number>
  /** Leaves the others; the last thing before the database is closed. */
  leave(): Promise<void>
}

/** On the embedded database there is no other process. */
export const alone = (): Sharing => ({
  isShared: false,
  locks: createProcessLocks(),
  nodes: singleNode(),
  news: noNews,
  clock: { now: () => Date.now() },
  buried: async () => 0,
  leave: async () => {},
})

const retryMs = 1_000

/** Joins the processes on a PostgreSQL. */
export async function withOthers(databaseUrl: string, database: Database, logger: Logger): Promise<Sharing> {
  let isLeaving = false
  const locks = new PostgresLocks(databaseUrl, (error) => {
    logger.warn({ err: error }, 'The connection that holds the locks of this node broke')
    joinAgain()
  })
  const nodes = new PostgresNodes(database, locks)
  const news = new PostgresNews(databaseUrl, database, nodes.own, (error) =>
    logger.warn({ err: error }, 'The connection on which this node hears of others broke'),
  )
  // Until it has joined again, others may take over what it has stored and not emitted, which is then emitted twice.
  const joinAgain = () => {
    if (!isLeaving) nodes.join().catch(() => setTimeout(joinAgain, retryMs).unref())
  }
  const clock = new PostgresClock(database)
  await nodes.join()
  await news.open()
  await clock.start()
  return {
    isShared: true,
    locks,
    nodes,
    news,
    clock,
    buried: () => nodes.bury(),
    async leave() {
      isLeaving = true
      clock.stop()
      await nodes.leave().catch(() => undefined)
      await news.close()
      await locks.close()
    },
  }
}
