import { type Expression, type RawBuilder, sql } from 'kysely'

/** Notifications between nodes. */
export interface NodeNews {
  /**
   * Notifies the other nodes. A node that is cut off misses it, so store what must not be lost.
   * @param text at most 7,000 bytes
   */
  notify(topic: string, text: string): Promise<void>
  /** The same as a column of a query, which notifies for each row once its transaction is committed. */
  notification(topic: string, text: Expression<unknown>): RawBuilder<unknown>
  listen(topic: string, hear: (text: string) => void): void
  /** Calls when news may have been missed. */
  onMissed(catchUp: () => void): void
}

/** A process alone has no other to notify. */
export const noNews: NodeNews = {
  notify: async () => {},
  notification: () => sql`null`,
  listen: () => {},
  onMissed: () => {},
}
