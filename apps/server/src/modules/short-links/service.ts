import { randomBytes } from 'node:crypto'
import type { ShortLinkRepository, ShortLinkRow } from './repository.ts'

export interface InvitationAddresses {
  invitationUrl: string
  shortUrl: string
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

  /** @param subjectId the connection or proof that the invitation opens */
  async create(link: { subjectId: string; invitationUrl: string; expiresAt: Date }): Promise<string> {
    const id = randomBytes(12).toString('base64url')
    const { '@id': invitationId = null } = parsedInvitation(link.invitationUrl) ?? {}
    await this.#repository.insert({ ...link, id, invitationId, expiresAt: link.expiresAt.toISOString() })
    return this.#address(id)
  }

  /** The invitation's long address; undefined when there is none or it has expired. */
  async resolve(id: string): Promise<string | undefined> {
    const link = await this.#repository.find('id', id)
    return link && isOpen(link) ? link.invitationUrl : undefined
  }

  async of(subjectId: string): Promise<InvitationAddresses | undefined> {
    const link = await this.#repository.findBySubject(subjectId)
    return link && isOpen(link) ? this.#addressesOf(link) : undefined
  }

  /**
   * What became of the invitation at an address. Only what is stored here is told, nothing that the address itself holds.
   *
   * @param at the short link's id, or the message's `@id`
   * @returns undefined when it is not one of ours, or ended long ago
   */
  async lookUp(at: { id: string } | { invitationId: string }): Promise<FoundLink | undefined> {
    const link =
      'id' in at
        ? await this.#repository.find('id', at.id)
        : await this.#repository.find('invitationId', at.invitationId)
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
    return { invitationUrl, shortUrl: this.#address(id) }
  }

  #address(id: string): string {
    return `${this.#publicUrl}/i/${id}`
  }
}

/** The invitation message inside an invitation's address (RFC 0434: `oob` holds it in base64url). */
export function invitationMessage(invitationUrl: string): string | undefined {
  const encoded = new URL(invitationUrl).searchParams.get('oob')
  return encoded ? Buffer.from(encoded, 'base64url').toString('utf8') : undefined
}

/** What an invitation says of itself. */
export interface InvitationMessage {
  '@id'?: string
  label?: string
  goal_code?: string
}

/** @returns undefined when it is not an invitation's address */
export function parsedInvitation(invitationUrl: string): InvitationMessage | undefined {
  try {
    const message: unknown = JSON.parse(invitationMessage(invitationUrl) ?? '')
    return typeof message === 'object' && message !== null ? message : undefined
  } catch {
    return undefined
  }
}
