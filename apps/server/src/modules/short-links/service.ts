import { randomBytes } from 'node:crypto'
import type { ShortLinkRepository } from './repository.ts'

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
    return (await this.#repository.find(id, new Date().toISOString()))?.invitationUrl
  }

  async of(subjectId: string): Promise<{ invitationUrl: string; shortUrl: string } | undefined> {
    const link = await this.#repository.findBySubject(subjectId)
    return link && { invitationUrl: link.invitationUrl, shortUrl: this.#address(link.id) }
  }

  remove(subjectId: string): Promise<void> {
    return this.#repository.deleteBySubject(subjectId)
  }

  removeExpired(): Promise<void> {
    return this.#repository.deleteExpired(new Date().toISOString())
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
function parsedInvitation(invitationUrl: string): InvitationMessage | undefined {
  try {
    const message: unknown = JSON.parse(invitationMessage(invitationUrl) ?? '')
    return typeof message === 'object' && message !== null ? message : undefined
  } catch {
    return undefined
  }
}
