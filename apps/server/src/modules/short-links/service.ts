import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { DatabaseSchema } from '../../platform/database/schema.ts'

type ShortLinkRow = Selectable<DatabaseSchema['shortLinks']>

export interface InvitationAddresses {
  invitationUrl: string
  shortUrl: string
}

export type LinkKey = { id: string } | { invitationId: string }

interface FoundLink extends Pick<ShortLinkRow, 'subjectId'> {
  /** Undefined when no wallet can take it any more. */
  open: InvitationAddresses | undefined
}

/** Short addresses of invitations, for QR codes that are easy to scan (RFC 0434, URL shortening). */
export class ShortLinks {
  readonly #database: Database
  readonly #publicUrl: string

  constructor(database: Database, publicUrl: string) {
    this.#database = database
    this.#publicUrl = publicUrl
  }

  /** @param keptMs how long the invitation waits for a wallet, in milliseconds */
  async create(link: Omit<ShortLinkRow, 'id' | 'expiresAt'>, keptMs: number): Promise<InvitationAddresses> {
    const id = randomBytes(12).toString('base64url')
    const row = { ...link, id, expiresAt: new Date(Date.now() + keptMs).toISOString() }
    await this.#database.insertInto('shortLinks').values(row).execute()
    return this.#addressesOf(row)
  }

  async of(subjectId: string): Promise<InvitationAddresses | undefined> {
    return (await this.#find('subjectId', subjectId))?.open
  }

  /**
   * Looks up an invitation. Answers from what is stored here alone, never from the address itself.
   * @param at the short link's id, or the invitation's
   * @returns undefined when this server did not make it, or it ended long ago
   */
  lookUp(at: LinkKey): Promise<FoundLink | undefined> {
    return 'id' in at ? this.#find('id', at.id) : this.#find('invitationId', at.invitationId)
  }

  /** No wallet finds the invitation any more. Until it would have expired, its address still says so. */
  async close(subjectId: string): Promise<void> {
    await this.#database
      .updateTable('shortLinks')
      .set({ invitationUrl: '' })
      .where('subjectId', '=', subjectId)
      .execute()
  }

  async removeExpired(now: Date): Promise<void> {
    await this.#database.deleteFrom('shortLinks').where('expiresAt', '<=', now.toISOString()).execute()
  }

  async #find(key: 'id' | 'invitationId' | 'subjectId', value: string): Promise<FoundLink | undefined> {
    const row = await this.#database.selectFrom('shortLinks').selectAll().where(key, '=', value).executeTakeFirst()
    if (!row) return undefined
    const isOpen = row.invitationUrl !== '' && row.expiresAt > new Date().toISOString()
    return { subjectId: row.subjectId, open: isOpen ? this.#addressesOf(row) : undefined }
  }

  #addressesOf({ id, invitationUrl }: ShortLinkRow): InvitationAddresses {
    return { invitationUrl, shortUrl: `${this.#publicUrl}/i/${id}` }
  }
}
