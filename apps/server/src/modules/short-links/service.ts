import { randomBytes } from 'node:crypto'
import type { ShortLinkRepository, ShortLinkRow } from './repository.ts'

export interface InvitationAddresses {
  invitationUrl: string
  shortUrl: string
}

export type LinkKey = { id: string } | { invitationId: string }

export interface NewLink {
  /** The connection or proof that the invitation opens. */
  subjectId: string
  invitationId: string
  invitationUrl: string
}

export interface FoundLink {
  /** The connection or proof that the invitation opens. */
  subjectId: string
  /** Undefined when no wallet can take it any more. */
  open: InvitationAddresses | undefined
}

const isOpen = ({ invitationUrl, expiresAt }: ShortLinkRow) =>
  invitationUrl !== '' && expiresAt > new Date().toISOString()

/** Short addresses of invitations, for QR codes that are easy to scan (RFC 0434, URL shortening). */
export class ShortLinks {
  readonly #repository: ShortLinkRepository
  readonly #publicUrl: string

  constructor(repository: ShortLinkRepository, publicUrl: string) {
    this.#repository = repository
    this.#publicUrl = publicUrl
  }

  /** @param keptMs how long the invitation waits for a wallet, in milliseconds */
  async create(link: NewLink, keptMs: number): Promise<InvitationAddresses> {
    const id = randomBytes(12).toString('base64url')
    const row = { ...link, id, expiresAt: new Date(Date.now() + keptMs).toISOString() }
    await this.#repository.insert(row)
    return this.#addressesOf(row)
  }

  async of(subjectId: string): Promise<InvitationAddresses | undefined> {
    const link = await this.#repository.find('subjectId', subjectId)
    return link && isOpen(link) ? this.#addressesOf(link) : undefined
  }

  /**
   * Looks up an invitation. Answers from what is stored here alone, never from the address itself.
   * @param at the short link's id, or the invitation's
   * @returns undefined when this server did not make it, or it ended long ago
   */
  async lookUp(at: LinkKey): Promise<FoundLink | undefined> {
    const link = await ('id' in at
      ? this.#repository.find('id', at.id)
      : this.#repository.find('invitationId', at.invitationId))
    return link && { subjectId: link.subjectId, open: isOpen(link) ? this.#addressesOf(link) : undefined }
  }

  /** No wallet finds the invitation any more. Until it would have expired, its address still says so. */
  close(subjectId: string): Promise<void> {
    return this.#repository.forgetInvitation(subjectId)
  }

  removeExpired(): Promise<void> {
    return this.#repository.deleteExpired(new Date().toISOString())
  }

  #addressesOf({ id, invitationUrl }: ShortLinkRow): InvitationAddresses {
    return { invitationUrl, shortUrl: `${this.#publicUrl}/i/${id}` }
  }
}
