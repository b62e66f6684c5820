import { newHistoryEntry } from '../core/history-entry.ts'
import { HolderError, hasCode } from '../core/holder-error.ts'
import { newId } from '../core/new-id.ts'
import type { HistoryEntry } from '../core/snapshot.ts'
import { refillSchema, type SdJwtCredential } from '../formats/sd-jwt/credential-record.ts'
import { newHolderKey, newHolderKeys } from '../formats/sd-jwt/holder-key.ts'
import { fewerCopies, readBatch, requestBatch, requestDeferred } from './batches.ts'
import { postBound } from './bound-calls.ts'
import type { Context } from './context.ts'
import { describeOffer, isSameAddress } from './issuer-metadata.ts'
import { NotGiven, whyOf } from './not-given.ts'
import { codeIn, grant, readOffer } from './offers.ts'
import { type Change, isLate, isOpen, type OfferRecord, put, untilOf } from './records.ts'
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
  transaction: undefined,
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
    const known = vault.all('openid-offer').find((each) => isSameAddress(each.issuer, issuer) && each.code === code)
    if (known) return known.id
    if (vault.isCrowded) throw new HolderError('full', 'Too many offers and requests wait for a decision')
    const described = await describeOffer(this.#context, issuer, configurationId)
    const id = newId(this.#context)
    const record: OfferRecord = {
      ...{ id, state: 'offered', receivedAt: clock.now(), configurationId, code, txCode },
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
    const { vault, goOn, clock } = this.#context
    if (offer.state !== 'offered') throw new HolderError('not-open', 'The offer is not open')
    if (vault.isFull) throw new HolderError('full', 'The wallet has too many credentials')
    if (offer.txCode) await this.#authorize(offer, code, 'requested', offer.batchSize)
    else {
      await vault.commit(put('openid-offer', { ...offer, state: 'accepted', until: untilOf(clock.now()) }))
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

  /**
   * Does what is left to do for an offer. Rejects with `unreachable` when it is to be tried again, which it is as long
   * as the token is good.
   */
  async carryOn(id: string): Promise<void> {
    try {
      await this.#begin(id).catch((error) => {
        if (isUnreachable(error)) throw error
      })
      const offer = this.#current(id)
      if (offer && (offer.state === 'requested' || offer.state === 'declining') && offer.token !== undefined)
        await this.#fetchCredentials(offer)
      const ended = this.#current(id)
      if (ended?.notificationId !== undefined) await this.#notify(ended)
    } catch (error) {
      const offer = this.#current(id)
      if (!offer || !isLate(offer, this.#context.clock.now())) throw error
      await this.#stop(offer, 'late')
    }
  }

  /** Ends the wait of a person who wants it to end. Rejects with `not-open`. */
  async giveUp(offer: OfferRecord): Promise<void> {
    if (offer.state !== 'accepted' && offer.state !== 'requested') throw new HolderError('not-open', 'Nothing waits')
    await this.#stop(offer, 'given-up')
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
      if (!isUnreachable(error)) await this.#stop(offer, whyOf(error))
      throw error
    }
  }

  /** Exchanges the code for an access token, and stores it with the keys that the credentials will be bound to. */
  async #authorize(open: OfferRecord, code: string | undefined, state: OfferRecord['state'], copies: number) {
    const offer = await this.#withTokenKey(open)
    const body = new URLSearchParams({ grant_type: grant, 'pre-authorized_code': offer.code })
    if (offer.txCode && code !== undefined) body.set('tx_code', code)
    const asked = requestToken(this.#context, { url: offer.endpoints.token, body }, offer)
    const { identifiersOf, lifetime, ...access } = await asked.catch(async (error) => {
      if (!(error instanceof NotGiven)) throw error
      if (offer.txCode && aboutCode.has(error.error ?? ''))
        throw new HolderError('wrong-code', 'The issuer refuses the code')
      if (error.error === 'invalid_grant' && state !== 'declining') await this.#end(offer, 'failed', 'offer-withdrawn')
      else if (state !== 'declining') await this.#stop(offer, whyOf(error))
      throw error
    })
    const [credentialIdentifier] = identifiersOf(offer.configurationId)
    const keys = await newHolderKeys(copies)
    const until = untilOf(this.#context.clock.now(), lifetime)
    await this.#put(offer, { ...access, state, keys, credentialIdentifier, until })
  }

  /** Stored before anything is asked for: should the answer be lost, an issuer may answer the same key again. */
  async #withTokenKey(offer: OfferRecord): Promise<OfferRecord> {
    if (!offer.bindsTokens || offer.tokenKey) return offer
    return this.#put(offer, { tokenKey: await newHolderKey() })
  }

  async #fetchCredentials(offer: OfferRecord): Promise<void> {
    const { keys = [], transaction, endpoints } = offer
    const { clock, clocks } = this.#context
    if (transaction && clock.now() < transaction.nextAt) return
    let ended = offer
    try {
      const given = await (transaction && endpoints.deferred !== undefined
        ? requestDeferred(this.#context, { ...offer, url: endpoints.deferred, id: transaction.id }, offer)
        : requestBatch(this.#context, { ...offer, keys }, offer))
      if ('transactionId' in given) return await this.#wait(offer, given)
      ended = { ...offer, notificationId: given.notificationId }
      if (offer.state === 'declining') return await this.#end(ended, 'declined')
      const batch = await readBatch(clocks.now(endpoints.credential), given.texts, { ...offer, keys })
      const credential: SdJwtCredential = {
        ...{ format: 'sd-jwt', id: newId(this.#context), from: offer.from, kind: offer.kind, receivedAt: clock.now() },
        ...{ ...batch, labels: offer.labels, isWornOut: false, refill: refillSchema.safeParse(offer).data },
      }
      await this.#end(ended, 'stored', 'received', undefined, put('credential', credential))
    } catch (error) {
      if (!(error instanceof HolderError) || isUnreachable(error)) throw error
      const fewer = keys.slice(0, fewerCopies(keys.length))
      const mayBeShorter = error.code === 'too-large' && !transaction && fewer.length < keys.length
      if (!mayBeShorter) return this.#stop(ended, whyOf(error))
      await this.#fetchCredentials(await this.#put(offer, { keys: fewer, batchSize: fewer.length }))
    }
  }

  /** The issuer makes the credential later (OpenID4VCI 1.0, section 9). */
  async #wait(offer: OfferRecord, { transactionId: id, interval }: { transactionId: string; interval: number }) {
    if (offer.endpoints.deferred === undefined) throw new NotGiven('unreadable')
    const now = this.#context.clock.now()
    if (offer.state === 'declining' || isLate(offer, now)) return this.#stop(offer, 'late')
    await this.#put(offer, { transaction: { id, nextAt: now + interval } })
  }

  /** Ends what is tried: a credential that is awaited, or the word to its issuer. */
  #stop(offer: OfferRecord, why: HistoryEntry['why']): Promise<void> {
    if (!isOpen(offer))
      return this.#context.vault.commit(put('openid-offer', { ...offer, ...over, notificationId: undefined }))
    if (offer.state === 'declining') return this.#end(offer, 'declined')
    return this.#end(offer, 'failed', 'offer-failed', why)
  }

  /** An offer that was given up meanwhile stays so. @returns the changed offer */
  async #put(offer: OfferRecord, change: Partial<OfferRecord>, ...more: Change[]): Promise<OfferRecord> {
    const next = { ...offer, ...change }
    const { vault } = this.#context
    await vault.change(() => {
      const current = this.#current(offer.id)
      return current && isOpen(current) ? [...more, put('openid-offer', next)] : []
    })
    return next
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
    why?: HistoryEntry['why'],
    ...more: Change[]
  ): Promise<void> {
    const isTold = offer.notificationId !== undefined
    const ended = { ...over, state, ...(isTold && { token: offer.token, tokenKey: offer.tokenKey }) }
    await this.#put(offer, ended, ...more, ...(what === undefined ? [] : [this.#entry(offer, what, why)]))
  }

  #entry({ id, from, kind }: OfferRecord, what: HistoryEntry['what'], why?: HistoryEntry['why']): Change {
    return put('history', newHistoryEntry(this.#context, from, { what, why, about: id, name: kind.name }))
  }
}

const isUnreachable = (error: unknown) => hasCode(error, 'unreachable')
