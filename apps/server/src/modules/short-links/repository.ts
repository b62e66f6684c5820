import type { Selectable } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { DatabaseSchema } from '../../platform/database/schema.ts'

export type ShortLinkRow = Selectable<DatabaseSchema['shortLinks']>

export class ShortLinkRepository {
  readonly #database: Database
  constructor(database: Database) {
    this.#database = database
  }

  async insert(row: ShortLinkRow): Promise<void> {
    await this.#database.insertInto('shortLinks').values(row).execute()
  }

  /** Ended ones too. */
  find(key: 'id' | 'invitationId' | 'subjectId', value: string): Promise<ShortLinkRow | undefined> {
    return this.#database.selectFrom('shortLinks').selectAll().where(key, '=', value).executeTakeFirst()
  }

  async forgetInvitation(subjectId: string): Promise<void> {
    await this.#database
      .updateTable('shortLinks')
      .set({ invitationUrl: '' })
      .where('subjectId', '=', subjectId)
      .execute()
  }

  async deleteExpired(now: string): Promise<void> {
    await this.#database.deleteFrom('shortLinks').where('expiresAt', '<=', now).execute()
  }
}
