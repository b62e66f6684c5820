import { randomInt, randomUUID } from 'node:crypto'
import type { UnreadablePart } from '@lastmile/contracts'
import type { Read } from '../../core/records.ts'
import { AgentError } from '../../port/errors.ts'
import type { CredentialSnapshot } from '../../port/exchanges.ts'
import type { LimitedOffer, OfferInvitation } from '../../port/invitations.ts'
import type { About } from '../api/endpoint-error.ts'
import { hashOf, secret } from '../keys/secrets.ts'
import { slugOf } from '../store/definition.ts'
import type { Issuance } from '../store/issuance.ts'
import type { Refill } from '../store/refill.ts'
import { claimsFrom } from './claims.ts'
import type { IssuingDependencies } from './dependencies.ts'
import { credentialOffer, offerAddress, offerReference, txCodeLength } from './metadata.ts'
import type { Refilling } from './refilling.ts'

/** Milliseconds within which a wallet says that it has the credentials; silence then means the same. */
const confirmedWithin = 3_000

/** Offers and what becomes of them: each is its record, changed by one call at a time. */
export class Issuances {
  readonly #dependencies: IssuingDependencies & { refilling: Refilling }

  constructor(dependencies: IssuingDependencies & { refilling: Refilling }) {
    this.#dependencies = dependencies
  }

  async offer({ definitionKey, attributes, validSeconds }: LimitedOffer): Promise<CredentialSnapshot> {
    const { publicUrl, definitions, statusLists, records, recorder, now } = this.#dependencies
    const { revocable } = (await definitions.read(definitionKey))?.value ?? {}
    if (revocable === undefined) throw new AgentError('not-found', 'There is no such credential definition.')
    const status = revocable ? await statusLists.take() : undefined
    const issuance: Issuance = {
      id: randomUUID(),
      definitionKey,
      slug: slugOf(definitionKey),
      claims: claimsFrom(attributes, now()),
      code: secret(),
      status,
      batch: 0,
      usedNonces: [],
      copies: 0,
      refusedProofs: 0,
      validSeconds,
      hasOwnEnd: validSeconds !== undefined,
      acrossDevices: { code: secret(), txCode: digits(txCodeLength), wrong: 0 },
      state: 'offer_sent',
    }
    await records.insert(issuance)
    const offered = credentialOffer(publicUrl, issuance, issuance.code)
    recorder.record('openid4vci/credential-offer', aboutOf(issuance), offered)
    return this.snapshot(issuance)
  }

  async invitation(id: string): Promise<OfferInvitation | undefined> {
    const { publicUrl, records } = this.#dependencies
    const found = await records.read(id)
    // One that a wallet has begun is no other wallet's: an equal request gets an offer of its own.
    if (found?.value.state !== 'offer_sent') return undefined
    const { code, acrossDevices } = found.value
    return {
      invitationUrl: offerAddress(credentialOffer(publicUrl, found.value, code)),
      acrossDevices: { invitationUrl: offerReference(publicUrl, id), txCode: acrossDevices.txCode },
    }
  }

  async find(id: string): Promise<CredentialSnapshot | undefined> {
    const found = await this.#dependencies.records.read(id)
    return found && found.value.deletedAt === undefined ? this.snapshot(found.value) : undefined
  }

  /**
   * Keeps it until its token ends: its wallet may have missed an answer, or ask for more of its batch, and may say
   * again what became of it (OpenID4VCI 1.0, 8.2 and 11.1). Of a credential that it did not keep, no value is kept.
   */
  async delete(id: string): Promise<void> {
    const { records, statusLists, now } = this.#dependencies
    const found = await records.read(id)
    if (!found) throw new AgentError('not-found', 'There is no such credential.')
    const { state, token, status, claims } = found.value
    // A wallet that has tokens gets nothing more for them.
    if (state !== 'credential_issued' && token && status) await statusLists.revoke(statusLists.entryOf(status), false)
    const isOver = !found.value.isConfirmed || !token || token.endsAt <= now()
    if (isOver) await this.#dependencies.refilling.keepCount(found.value)
    if (isOver) return void (await records.delete(id))
    const kept = state === 'credential_issued' ? claims : {}
    const isKept = await records.change(found, { ...found.value, claims: kept, deletedAt: token.endsAt })
    if (!isKept) await this.delete(id)
  }

  snapshot(issuance: Issuance): CredentialSnapshot {
    const { id, state, definitionKey, status } = issuance
    const refusal = isUnderWay(issuance) ? issuance.unreadable : issuance.refusal
    return {
      credentialId: id,
      threadId: id,
      state,
      definitionId: definitionKey,
      refusal,
      status: status && this.#dependencies.statusLists.entryOf(status),
    }
  }

  /** By either of its codes. */
  async withCode(code: string): Promise<Read<Issuance> | undefined> {
    const { records } = this.#dependencies
    return (await records.findBy('code', code))[0] ?? (await records.findBy('codeAcrossDevices', code))[0]
  }

  /** Has the visitor notified whose wallet sent a request that can't be read. May be of no exchange. */
  async unreadable({ code, accessToken }: { code?: string; accessToken?: string }): Promise<void> {
    const { records } = this.#dependencies
    const offered = code === undefined ? undefined : await this.withCode(code)
    const [taken] = accessToken === undefined ? [] : await records.findBy('token', hashOf(accessToken))
    await this.noteUnreadable(offered ?? taken, 'unreadable-fields')
  }

  /** Has the visitor of an offer that is still open notified. A change that came first wins. */
  async noteUnreadable(found: Read<Issuance> | undefined, unreadable: UnreadablePart): Promise<void> {
    if (found && isUnderWay(found.value) && found.value.unreadable !== unreadable)
      await this.#dependencies.records.change(found, { ...found.value, unreadable })
  }

  /** The offer as a wallet on another device fetches it (OpenID4VCI 1.0, 4.1.3). */
  credentialOffer(id: string): Promise<object | undefined> {
    const { publicUrl, records, recorder } = this.#dependencies
    return recorder.handle('openid4vci/credential-offer-uri', undefined, async () => {
      const found = await records.read(id)
      if (found?.value.state !== 'offer_sent') return { answer: undefined }
      const answer = credentialOffer(publicUrl, found.value, found.value.acrossDevices.code, true)
      return { answer, recorded: { about: aboutOf(found.value), answer } }
    })
  }

  /** Counts as issued what a wallet got and said nothing of. Call every second. */
  async confirmByTime(): Promise<void> {
    const before = this.#dependencies.now() - confirmedWithin
    for (const found of await this.#dependencies.records.findBy('isUnconfirmed', true)) {
      const { given } = found.value
      if (!given || given.at > before) continue
      const next: Issuance = { ...found.value, state: 'credential_issued', isConfirmed: 'by time' }
      if (await this.#dependencies.records.change(found, next))
        this.#dependencies.recorder.record('openid4vci/no-notification', aboutOf(next))
    }
  }

  /** Ends offers of which a wallet took the token and asked for no credential while it was good. Call every minute. */
  async expire(): Promise<void> {
    const { records, now, recorder } = this.#dependencies
    for (const found of await records.findBy('isBegun', true)) {
      if ((found.value.token?.endsAt ?? 0) > now()) continue
      const next: Issuance = { ...found.value, state: 'abandoned', refusal: 'expired' }
      if (await records.change(found, next)) recorder.record('openid4vci/expired', aboutOf(next))
    }
  }

  /** Deletes what {@link delete} kept, and what wallets may ask for no more. Call every minute. */
  async deleteDue(): Promise<void> {
    await this.#dependencies.refilling.deleteDue()
    for (const { value } of await this.#dependencies.records.findBy('isDeletedLater', true))
      if ((value.deletedAt ?? 0) <= this.#dependencies.now()) {
        await this.#dependencies.refilling.keepCount(value)
        await this.#dependencies.records.delete(value.id)
      }
  }
}

export const aboutOf = (value: Issuance | Refill): Extract<About, { credentialId: string }> =>
  'credentialId' in value
    ? { credentialId: value.credentialId, state: 'credential_issued' }
    : { credentialId: value.id, state: value.state }

const isUnderWay = ({ state }: Issuance) => state === 'offer_sent' || state === 'request_received'
const digits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0')
