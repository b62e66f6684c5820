import { newHistoryEntry } from '../core/history-entry.ts'
import { HolderError } from '../core/holder-error.ts'
import { newId } from '../core/new-id.ts'
import type { HistoryEntry } from '../core/snapshot.ts'
import type { Refill, SdJwtCredential } from '../formats/sd-jwt/credential-record.ts'
import { newHolderKey, newHolderKeys } from '../formats/sd-jwt/holder-key.ts'
import { readBatch, requestBatch } from './batches.ts'
import { postBound } from './bound-calls.ts'
import type { Context } from './context.ts'
import { describeOffer } from './issuer-metadata.ts'
import { codeIn, grant, readOffer } from './offers.ts'
import { type Change, type OfferRecord, put } from './records.ts'
import { requestToken } from './tokens.ts'

/** Errors for a transaction code that is wrong or missing (OpenID4VCI 1.0, 6.3). */
const aboutCode = new Set(['invalid_grant', 'invalid_request'])
/** The events of a notification (OpenID4VCI 1.0, 11.1). */
const events: Partial<Record<OfferRecord['state'], string>> = {
  stored: 'credential_accepted',
  declined: 'credential_deleted',
  failed: 'credential_failure',
}

/** An ended offer keeps its code alone, which was used, so that it is known when it comes again. */
const over: Partial<OfferRecord> = {
  ...{ token: undefined, tokenKey: undefined, refreshToken: undefined, keys: undefined, txCode: undefined },
}

/** Credentials by pre-authorized code (OpenID4VCI 1.0). */
export class Receiving {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** Reads an offer, and who makes it. Rejects with `HolderError`. @returns the offer's id */
  async take(link: { offer: string } | { offerUri: string }): Promise<string> {
    const { fetch, vault, clock } = this.#context
    const { issuer, configurationId, code, txCode } = await readOffer(fetch, link)
    const known = vault.all('openid-offer').find((each) => each.issuer === issuer && each.code === code)
    if (known) return known.id
    if (vault.isCrowded) throw new HolderError('full', 'Too many offers and requests wait for a decision')
    const described = await describeOffer(fetch, issuer, configurationId)
    const id = newId(this.#context)
    const record: OfferRecord = {
      ...{ id, state: 'offered', receivedAt: clock.now(), issuer, configurationId, code, txCode },
      ...described,
    }
    await vault.commit(put('openid-offer', record))
    return id
  }

  /**
   * Asks for an offered credential; what is left to do is done until it is. Rejects with `not-open`, and, where a code
   * was typed in, with `wrong-code` or `unreachable`; the offer is open then as before.
   */
  async accept(offer: OfferRecord, code?: string): Promise<void> {
    const { vault, goOn } = this.#context
    if (offer.state !== 'offered') throw new HolderError('not-open', 'The offer is not open')
    if (vault.isFull) throw new HolderError('full', 'The wallet has too many credentials')
    if (offer.txCode) await this.#authorize(offer, code, 'requested', offer.batchSize)
    else {
      await vault.commit(put('openid-offer', { ...offer, state: 'accepted' }))
      await this.#begin(offer.id).catch((error) => {
        if (!isUnreachable(error)) throw error
      })
    }
    await this.carryOn(offer.id).catch(goOn)
  }

  /** An issuer hears of it where no code has to be typed in; a person who declines is not asked for one. */
  async decline(offer: OfferRecord): Promise<void> {
    if (offer.state !== 'offered') throw new HolderError('not-open', 'The offer is not open')
    if (!offer.txCode) await this.#authorize(offer, undefined, 'declining', 1).catch(() => undefined)
    const current = this.#current(offer.id) ?? offer
    if (current.state === 'offered') await this.#end(current, 'declined', 'offer-declined')
    if (current.state === 'declining') await this.#context.vault.commit(this.#entry(current, 'offer-declined'))
    this.#context.goOn()
  }

  /** Does what is left to do for an offer. Rejects with `unreachable` when it is to be tried again. */
  async carryOn(id: string): Promise<void> {
    await this.#begin(id).catch((error) => {
      if (isUnreachable(error)) throw error
    })
    const offer = this.#current(id)
    if (offer && (offer.state === 'requested' || offer.state === 'declining') && offer.token !== undefined)
      await this.#fetchCredentials(offer)
    const ended = this.#current(id)
    if (ended?.notificationId !== undefined) await this.#notify(ended)
  }

  /** Ends an open offer that its page takes back; the issuer knows. */
  async withdraw(offer: OfferRecord): Promise<void> {
    if (offer.state === 'offered') await this.#end(offer, 'failed', 'offer-withdrawn')
  }

  /** By what a link holds. */
  find(offer: string): OfferRecord | undefined {
    const code = codeIn(offer)
    return this.#context.vault.all('openid-offer').find((each) => code !== undefined && each.code === code)
  }

  isUnderWay({ state, notificationId }: OfferRecord): boolean {
    return state === 'accepted' || state === 'requested' || state === 'declining' || notificationId !== undefined
  }

  #current(id: string): OfferRecord | undefined {
    return this.#context.vault.get('openid-offer', id)
  }

  /** Exchanges the code of an offer that was accepted without typing one in. A refusal ends the offer. */
  async #begin(id: string): Promise<void> {
    const offer = this.#current(id)
    if (offer?.state !== 'accepted') return
    try {
      await this.#authorize(offer, undefined, 'requested', offer.batchSize)
    } catch (error) {
      if (!isUnreachable(error) && this.#current(id)?.state === 'accepted')
        await this.#end(offer, 'failed', 'offer-failed')
      throw error
    }
  }

  /** Exchanges the code for an access token, and stores it with the keys that the credentials will be bound to. */
  async #authorize(open: OfferRecord, code: string | undefined, state: OfferRecord['state'], copies: number) {
    const offer = await this.#withTokenKey(open)
    const body = new URLSearchParams({ grant_type: grant, 'pre-authorized_code': offer.code })
    if (offer.txCode && code !== undefined) body.set('tx_code', code)
    const { endpoints, tokenKey } = offer
    const granted = await requestToken(this.#context, { url: endpoints.token, body, tokenKey })
    if ('refused' in granted) {
      if (offer.txCode && aboutCode.has(granted.refused ?? ''))
        throw new HolderError('wrong-code', 'The issuer refuses the code')
      await this.#end(offer, 'failed', granted.refused === 'invalid_grant' ? 'offer-withdrawn' : 'offer-failed')
      throw new HolderError('not-open', 'The offer is over')
    }
    const { identifiersOf, ...access } = granted
    const [credentialIdentifier] = identifiersOf(offer.configurationId)
    const keys = await newHolderKeys(copies)
    const next: OfferRecord = { ...offer, ...access, state, keys, credentialIdentifier }
    await this.#context.vault.commit(put('openid-offer', next))
  }

  /** Stored before anything is asked for: should the answer be lost, an issuer may answer the same key again. */
  async #withTokenKey(offer: OfferRecord): Promise<OfferRecord> {
    if (!offer.bindsTokens || offer.tokenKey) return offer
    const next = { ...offer, tokenKey: await newHolderKey() }
    await this.#context.vault.commit(put('openid-offer', next))
    return next
  }

  async #fetchCredentials(offer: OfferRecord): Promise<void> {
    const { keys = [] } = offer
    const given = await requestBatch(this.#context, { ...offer, keys }, offer)
    const ended = { ...offer, notificationId: given?.notificationId }
    if (offer.state === 'declining') return this.#end(ended, 'declined')
    if (!given) return this.#end(ended, 'failed', 'offer-failed')
    try {
      const { clock } = this.#context
      const batch = await readBatch(clock.now(), given.texts, { ...offer, keys })
      const credential: SdJwtCredential = {
        ...{ format: 'sd-jwt', id: newId(this.#context), from: offer.from, kind: offer.kind, receivedAt: clock.now() },
        ...{ ...batch, isWornOut: false, refill: refillOf(offer) },
      }
      await this.#end(ended, 'stored', 'received', put('credential', credential))
    } catch (error) {
      if (!(error instanceof HolderError && error.code === 'untrusted')) throw error
      await this.#end(ended, 'failed', 'offer-failed')
    }
  }

  /** Tells the issuer how it ended (OpenID4VCI 1.0, section 11). An answer of any kind is enough. */
  async #notify(offer: OfferRecord): Promise<void> {
    const { notification } = offer.endpoints
    const body = { notification_id: offer.notificationId, event: events[offer.state] }
    if (notification !== undefined) await postBound(this.#context, { url: notification, body }, offer)
    await this.#context.vault.commit(put('openid-offer', { ...offer, ...over, notificationId: undefined }))
  }

  async #end(
    offer: OfferRecord,
    state: OfferRecord['state'],
    what?: HistoryEntry['what'],
    ...more: Change[]
  ): Promise<void> {
    const isTold = offer.notificationId !== undefined
    const next = { ...offer, ...over, state, ...(isTold && { token: offer.token, tokenKey: offer.tokenKey }) }
    await this.#context.vault.commit(
      ...more,
      put('openid-offer', next),
      ...(what === undefined ? [] : [this.#entry(offer, what)]),
    )
  }

  #entry({ id, from, kind }: OfferRecord, what: HistoryEntry['what']): Change {
    return put('history', newHistoryEntry(this.#context, from, { what, about: id, name: kind.name }))
  }
}

const isUnreachable = (error: unknown) => error instanceof HolderError && error.code === 'unreachable'

function refillOf(offer: OfferRecord): Refill | undefined {
  const { issuer, configurationId, credentialIdentifier, endpoints, batchSize, refreshToken, tokenKey } = offer
  return refreshToken === undefined
    ? undefined
    : { issuer, configurationId, credentialIdentifier, endpoints, batchSize, refreshToken, tokenKey }
}
