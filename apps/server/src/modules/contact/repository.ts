import type { ContactMessage } from '@lastmile/contracts'
import { type Database, durably } from '../../platform/database/database.ts'
import type { ContactMessageRow, ContactMessageState } from '../../platform/database/schema.ts'

const undelivered: ContactMessageState[] = ['waiting', 'failed']

/** Which messages: those for which all that is given holds. */
export interface ContactMessageFilter {
  /** Written before. */
  before?: string | undefined
  /** The writer's email address, in any case. */
  email?: string | undefined
  /** Whether the operator has read it. */
  read?: boolean | undefined
}

export class ContactRepository {
  readonly #database: Database
  constructor(database: Database) {
    this.#database = database
  }

  /** The disk has it when this resolves: what was confirmed to a visitor outlives a power cut. */
  async insert(row: Omit<ContactMessageRow, 'readAt'>): Promise<void> {
    await durably(this.#database, (database) => database.insertInto('contactMessages').values(row).execute())
  }

  /** The same words from the same person, stored at or after `since`. */
  async hasEqual({ name, email, phone, subject, message }: ContactMessage, since: string): Promise<boolean> {
    const row = await this.#database
      .selectFrom('contactMessages')
      .select('id')
      .where('createdAt', '>=', since)
      .where('email', '=', email)
      .where('message', '=', message)
      .where('name', '=', name)
      .where('phone', '=', phone ?? '')
      .where('subject', '=', subject)
      .executeTakeFirst()
    return row !== undefined
  }

  /** When a visitor's messages since then were stored, oldest first. */
  async timesOf(visitor: string, since: string): Promise<string[]> {
    const rows = await this.#database
      .selectFrom('contactMessages')
      .select('createdAt')
      .where('visitor', '=', visitor)
      .where('createdAt', '>=', since)
      .orderBy('createdAt')
      .execute()
    return rows.map(({ createdAt }) => createdAt)
  }

  async countByState(): Promise<Record<ContactMessageState, number>> {
    const rows = await this.#database
      .selectFrom('contactMessages')
      .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute()
    const counted = Object.fromEntries(rows.map(({ state, count }) => [state, count]))
    return { waiting: 0, delivered: 0, failed: 0, ...counted }
  }

  /** Which of these are still there and not delivered. */
  async undeliveredAmong(ids: string[]): Promise<string[]> {
    if (ids.length === 0) return []
    const rows = await this.#database
      .selectFrom('contactMessages')
      .select('id')
      .where('id', 'in', ids)
      .where('state', 'in', undelivered)
      .execute()
    return rows.map(({ id }) => id)
  }

  /**
   * Takes the next due message, recorded as tried before it is sent: neither a crash nor a full disk makes us send it
   * again and again.
   * @param nextAttemptAt when it is tried again if nothing more is heard, by the attempts made before
   * @param onlyUntried leaves out what failed before
   */
  async takeDue(
    now: string,
    onlyUntried: boolean,
    nextAttemptAt: (attemptsBefore: number) => string,
  ): Promise<ContactMessageRow | undefined> {
    let query = this.#database
      .selectFrom('contactMessages')
      .selectAll()
      .where('state', 'in', undelivered)
      .where('nextAttemptAt', '<=', now)
      .orderBy('nextAttemptAt')
      .limit(1)
    if (onlyUntried) query = query.where('attempts', '=', 0)
    const due = await query.executeTakeFirst()
    if (!due) return undefined
    return this.#database
      .updateTable('contactMessages')
      .set({ attempts: due.attempts + 1, nextAttemptAt: nextAttemptAt(due.attempts) })
      .where('id', '=', due.id)
      .where('attempts', '=', due.attempts)
      .returningAll()
      .executeTakeFirst()
  }

  async update(id: string, changes: Partial<ContactMessageRow>): Promise<void> {
    await this.#database.updateTable('contactMessages').set(changes).where('id', '=', id).execute()
  }

  /** Makes all undelivered messages due now, whatever was tried before. */
  async makeUndeliveredDue(now: string): Promise<void> {
    await this.#database
      .updateTable('contactMessages')
      .set({ nextAttemptAt: now })
      .where('state', 'in', undelivered)
      .where('nextAttemptAt', '>', now)
      .execute()
  }

  /** Has undelivered messages sent as if they were new. @returns how many */
  async retry(now: string, id?: string): Promise<number> {
    let query = this.#database
      .updateTable('contactMessages')
      .set({ state: 'waiting', attempts: 0, nextAttemptAt: now })
      .where('state', 'in', undelivered)
    if (id !== undefined) query = query.where('id', '=', id)
    return Number((await query.executeTakeFirst()).numUpdatedRows)
  }

  /** All of them, newest first. */
  all(): Promise<ContactMessageRow[]> {
    return this.#database.selectFrom('contactMessages').selectAll().orderBy('createdAt', 'desc').execute()
  }

  find(id: string): Promise<ContactMessageRow | undefined> {
    return this.#database.selectFrom('contactMessages').selectAll().where('id', '=', id).executeTakeFirst()
  }

  async markRead(id: string, now: string): Promise<void> {
    await this.#database
      .updateTable('contactMessages')
      .set({ readAt: now })
      .where('id', '=', id)
      .where('readAt', 'is', null)
      .execute()
  }

  async delete(id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#database
      .deleteFrom('contactMessages')
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0
  }

  /** @returns how many */
  async deleteAll({ before, email, read }: ContactMessageFilter): Promise<number> {
    let query = this.#database.deleteFrom('contactMessages')
    if (before !== undefined) query = query.where('createdAt', '<', before)
    if (email !== undefined) query = query.where(({ fn }) => fn('lower', ['email']), '=', email.toLowerCase())
    if (read !== undefined) query = query.where('readAt', read ? 'is not' : 'is', null)
    return Number((await query.executeTakeFirst()).numDeletedRows)
  }

  async forgetVisitorsBefore(time: string): Promise<void> {
    await this.#database
      .updateTable('contactMessages')
      .set({ visitor: null })
      .where('visitor', 'is not', null)
      .where('createdAt', '<', time)
      .execute()
  }

  async deleteDeliveredBefore(time: string): Promise<void> {
    await this.#database.deleteFrom('contactMessages').where('deliveredAt', '<', time).execute()
  }

  /** @returns how many */
  async deleteUndeliveredBefore(time: string): Promise<number> {
    const { numDeletedRows } = await this.#database
      .deleteFrom('contactMessages')
      .where('deliveredAt', 'is', null)
      .where('createdAt', '<', time)
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
}
