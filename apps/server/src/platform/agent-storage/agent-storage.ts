import type { DidCommStorage, TailsRows } from '@lastmile/agent/didcomm'
import { type Database, isDatabaseUnavailable } from '../database/database.ts'
import type { Sharing } from '../process/sharing.ts'
import { createAgentRecords } from './agent-records.ts'
import { publishedRows } from './published-rows.ts'
import { revocationRows } from './revocation-rows.ts'

/** The agent's storage, shared between processes, in our own database. */
export function createAgentStorage(database: Database, sharing: Sharing): DidCommStorage {
  const { locks, nodes, news, clock, isShared } = sharing
  return {
    ...createAgentRecords(database, nodes),
    ...publishedRows(database),
    ...revocationRows(database),

    now: () => clock.now(),
    isAway: isDatabaseUnavailable,
    withLock: (name, work) => locks.withLock(`agent:${name}`, work),
    others: isShared
      ? {
          notify: (topic, text) => news.notify(`agent:${topic}`, text),
          listen: (topic, hear) => news.listen(`agent:${topic}`, hear),
        }
      : undefined,
    tails: isShared ? tailsRows(database) : undefined,
  }
}

const tailsRows = (database: Database): TailsRows => ({
  async write(hash, content) {
    await database
      .insertInto('tailsFiles')
      .values({ hash, content: Buffer.from(content) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
  async read(hash) {
    const row = await database.selectFrom('tailsFiles').select('content').where('hash', '=', hash).executeTakeFirst()
    return row?.content
  },
  async delete(hash) {
    await database.deleteFrom('tailsFiles').where('hash', '=', hash).execute()
  },
})
