import { largestBatch, longestRefreshToken } from '@lastmile/formats/limits'
import { z } from 'zod'
import { quarterOf } from '../../core/quarters.ts'
import type { Read } from '../../core/records.ts'
import { AgentError } from '../../port/errors.ts'
import { EndpointError } from '../api/endpoint-error.ts'
import { mostBatches, mostCopies } from '../api/endpoints.ts'
import { batchShape } from '../store/batch.ts'
import type { Issuance } from '../store/issuance.ts'
import type { Refill } from '../store/refill.ts'
import type { IssuingDependencies } from './dependencies.ts'
import { day, endOfCredential } from './signing.ts'

/** Encrypted, in the wallet's hands alone: this site forgets the values soon after it has issued them. */
const content = z.object({ ...batchShape, credentialId: z.string(), endsAt: z.number(), boundTo: z.string() })
type Content = z.infer<typeof content>

/** Quarters after which a server that was stopped still deletes what ended meanwhile. */
const longestStop = 6
/** Names the texts that are encrypted here. */
const place = 'refresh token'

/**
 * Further batches of a credential (OpenID4VCI 1.0, Refreshing Issued Credentials; RFC 6749, 6). A refresh token is good
 * for one batch, whose status places are its own: who uses it twice gets the same places again. All copies of a
 * credential together are {@link mostCopies}, whatever they were asked with.
 */
export class Refilling {
  readonly #dependencies: IssuingDependencies

  constructor(dependencies: IssuingDependencies) {
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
  async begin(refreshToken: string, boundTo: string | undefined, token: NonNullable<Refill['token']>): Promise<Refill> {
    const { records, refills, now } = this.#dependencies
    const { boundTo: owner, ...wanted } = this.#opened(refreshToken)
    const isOpen = owner === boundTo && wanted.batch < mostBatches && wanted.endsAt > now()
    const issuance = await records.read(wanted.credentialId)
    if (!isOpen || (await this.#isOver(wanted, issuance?.value))) throw refused()
    const known = await refills.read(wanted.credentialId)
    // A first batch counts as a whole one: the record of most is gone by now.
    const copies = known?.value.copies ?? Math.max(largestBatch, issuance?.value.copies ?? 0)
    if (copies >= mostCopies) throw refused()
    // Tokens of earlier versions do not say it.
    const hasOwnEnd = wanted.hasOwnEnd ?? wanted.endsAt % day !== 0
    const isSameBatch = known?.value.token && known.value.batch === wanted.batch
    const next: Refill = {
      ...wanted,
      hasOwnEnd,
      id: wanted.credentialId,
      endsAt: hasOwnEnd ? wanted.endsAt : endOfCredential(this.#dependencies),
      token: { ...token, endsAt: Math.min(token.endsAt, wanted.endsAt) },
      copies,
      usedNonces: isSameBatch ? known.value.usedNonces : [],
      refusedProofs: 0,
    }
    // A wallet that asks for more has the first ones.
    if (issuance?.value.state === 'request_received')
      await records.change(issuance, { ...issuance.value, state: 'credential_issued', isConfirmed: 'by the wallet' })
    // The same token came twice at once.
    if (!(await this.#stored(known, next))) throw new AgentError('busy', 'The batch is being begun.')
    return next
  }

  /** Keeps what a first batch took of the copies, where that is more than one batch and its issuance is forgotten. */
  async keepCount({ id, copies, token, definitionKey, batch, endsAt }: Issuance): Promise<void> {
    if (copies <= largestBatch || !token?.boundTo) return
    const counted = { id, credentialId: id, definitionKey, batch, endsAt, copies }
    await this.#dependencies.refills.insert({ ...counted, claims: {}, usedNonces: [], refusedProofs: 0 })
  }

  /** Whether a wallet asked for more than the first batch. */
  async isBegun(credentialId: string): Promise<boolean> {
    return (await this.#dependencies.refills.read(credentialId)) !== undefined
  }

  /** Deletes the values of batches that no wallet may ask for any more, and counts that are over. Call every minute. */
  async deleteDue(): Promise<void> {
    const { refills, now } = this.#dependencies
    for (const found of await refills.findBy('isDeletedLater', true)) {
      const { id, credentialId, token } = found.value
      if (token && token.endsAt > now()) continue
      // Earlier versions had one for each refresh token.
      if (id !== credentialId) await refills.delete(id)
      else await refills.change(found, { ...found.value, claims: {}, token: undefined, usedNonces: [] })
    }
    for (let ago = 1; ago <= longestStop; ago++)
      for (const { value } of await refills.findBy('endsIn', String(quarterOf(now()) - ago)))
        await refills.delete(value.id)
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
  async #isOver({ definitionKey, status }: Omit<Content, 'boundTo'>, issuance?: Issuance): Promise<boolean> {
    const { definitions, statusLists } = this.#dependencies
    const isGiven = issuance?.state === 'request_received' && issuance.given !== undefined
    if (issuance && issuance.state !== 'credential_issued' && !isGiven) return true
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
