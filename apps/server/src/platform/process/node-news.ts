import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** What nodes tell each other. */
export interface NodeNews {
  /**
   * Tells all other nodes that listen, when the transaction is committed. What is told while one of them can't hear is lost to it:
   * what must not be lost is stored as well.
   * @param text at most 7,000 bytes
   */
  tell(transaction: Database, topic: string, text: string): Promise<void>
  /** The same as a column of a query, which tells for each row. */
  telling(topic: string, text: Expression<unknown>): RawBuilder<unknown>
  listen(topic: string, hear: (text: string) => void): void
  /** Calls when news may have been missed. */
  onMissed(catchUp: () => void): void
}

/** A process alone has nobody to tell. */
export const noNews: NodeNews = {
  tell: async () => {},
  telling: () => sql`null`,
  listen: () => {},
  onMissed: () => {},
}
