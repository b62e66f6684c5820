import { z } from 'zod'
import type { Encryption } from '../../core/encryption/encryption.ts'
import type { Read, Records } from '../../core/records.ts'
import { AgentError } from '../../port/errors.ts'
import { EndpointError } from '../api/endpoint-error.ts'
import { longestRefreshToken, mostBatches } from '../api/endpoints.ts'
import { hashOf } from '../keys/secrets.ts'
import type { StatusLists } from '../status/status-lists.ts'
import { batchShape } from '../store/batch.ts'
import type { Definition } from '../store/definition.ts'
import type { Issuance } from '../store/issuance.ts'
import type { Refill } from '../store/refill.ts'

/** Sealed, in the wallet's hands alone: this site forgets the values soon after it has issued them. */
const content = z.object({ ...batchShape, credentialId: z.string(), endsAt: z.number(), boundTo: z.string() })
type Content = z.infer<typeof content>

/** Names the texts that are encrypted here. */
const place = 'refresh token'

interface Dependencies {
  encryption: Encryption
  issuances: Records<Issuance>
  refills: Records<Refill>
  definitions: Records<Definition>
  statusLists: StatusLists
  now(): number
}

/**
 * Further batches of a credential (OpenID4VCI 1.0, Refreshing Issued Credentials; RFC 6749, 6). A refresh token is good
 * for one batch, whose status places are its own: who uses it twice gets the same places again.
 */
export class Refilling {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * The refresh token for a batch; undefined where it would be too long to be sent. After the last batch comes one that
   * is refused, because a wallet that is given none uses its old one again (RFC 6749, 6).
   */
  tokenFor(next: Content): string | undefined {
    const sealed = this.#dependencies.encryption.encrypt('record', place, JSON.stringify(next)).toString('base64url')
    return sealed.length > longestRefreshToken ? undefined : sealed
  }

  /**
   * Begins a batch, or the same one again for a wallet that missed an answer.
   * @param boundTo thumbprint of the key that the wallet proved to have
   * @throws EndpointError `invalid_grant`; AgentError `busy` when the same token came at the same time
   */
  async begin(refreshToken: string, boundTo: string | undefined, token: Refill['token']): Promise<Refill> {
    const { refills, now } = this.#dependencies
    const { boundTo: owner, ...wanted } = this.#opened(refreshToken)
    const isOpen = owner === boundTo && wanted.batch < mostBatches && wanted.endsAt > now()
    if (!isOpen || (await this.#isOver(wanted))) throw refused()
    const ending = { ...token, endsAt: Math.min(token.endsAt, wanted.endsAt) }
    const id = hashOf(refreshToken)
    const known = await refills.read(id)
    const next: Refill = { ...wanted, id, usedNonces: known?.value.usedNonces ?? [], token: ending }
    // The same token came twice at once.
    if (!(await this.#stored(known, next))) throw new AgentError('busy', 'The batch is being begun.')
    return next
  }

  /** Deletes batches that no wallet may ask for any more. Call every minute. */
  async deleteDue(): Promise<void> {
    const { refills, now } = this.#dependencies
    for (const { value } of await refills.findBy('isDeletedLater', true))
      if (value.token.endsAt <= now()) await refills.delete(value.id)
  }

  #opened(refreshToken: string): Content {
    try {
      const sealed = Buffer.from(refreshToken, 'base64url')
      return content.parse(JSON.parse(this.#dependencies.encryption.decrypt('record', place, sealed)))
    } catch {
      throw refused()
    }
  }

  /** Also of a credential that its wallet did not take; an issuance that is forgotten before that is revoked. */
  async #isOver({ credentialId, definitionKey, status }: Omit<Content, 'boundTo'>): Promise<boolean> {
    const { issuances, definitions, statusLists } = this.#dependencies
    const issuance = await issuances.read(credentialId)
    if (issuance && issuance.value.state !== 'credential_issued') return true
    if (!(await definitions.read(definitionKey))) return true
    return status !== undefined && statusLists.wasRevoked(status)
  }

  #stored(known: Read<Refill> | undefined, next: Refill): Promise<boolean> {
    const { refills } = this.#dependencies
    return known ? refills.change(known, next) : refills.insert(next)
  }
}

const refused = () =>
  new EndpointError(
    'invalid_grant',
    'The refresh token is unknown, over, or bound to another key; or the credential is revoked.',
  )
