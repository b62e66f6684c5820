import { signedJwt } from '@lastmile/formats/jws'
import { readSdJwtVc } from '@lastmile/formats/sd-jwt'
import * as z from 'zod/mini'
import { newHistoryEntry } from '../core/history-entry.ts'
import { HolderError } from '../core/holder-error.ts'
import { mostCredentials } from '../core/limits.ts'
import { newId } from '../core/new-id.ts'
import { originOf } from '../core/parse-url.ts'
import type { Attribute, HistoryEntry } from '../core/snapshot.ts'
import type { Copy, HolderKey, SdJwtCredential } from '../formats/sd-jwt/credential-record.ts'
import { newHolderKey, publicJwk, signerOf } from '../formats/sd-jwt/holder-key.ts'
import type { Context } from './context.ts'
import { isSuccess, jsonIn, parsed, post } from './http.ts'
import { describeOffer } from './issuer-metadata.ts'
import { codeIn, grant, readOffer } from './offers.ts'
import { type Change, type OfferRecord, put } from './records.ts'

const identifier = z.string().check(z.maxLength(2_000))
const tokenSchema = z.object({
  access_token: z.string().check(z.maxLength(10_000)),
  token_type: z.string(),
  authorization_details: z.optional(
    z.array(
      z.looseObject({
        credential_configuration_id: z.optional(z.string()),
        credential_identifiers: z.optional(z.array(identifier)),
      }),
    ),
  ),
})
/** RFC 6749, 5.2. */
const errorSchema = z.object({ error: z.string() })
/** Errors for a transaction code that is wrong or missing (OpenID4VCI 1.0, 6.3). */
const aboutCode = new Set(['invalid_grant', 'invalid_request'])
const nonceSchema = z.object({ c_nonce: z.string().check(z.maxLength(2_000)) })
const credentialsSchema = z.object({
  credentials: z.array(z.object({ credential: z.string() })).check(z.minLength(1), z.maxLength(100)),
  notification_id: z.optional(z.string().check(z.maxLength(2_000))),
})

/** The events of a notification (OpenID4VCI 1.0, 11.1). */
const events: Partial<Record<OfferRecord['state'], string>> = {
  stored: 'credential_accepted',
  declined: 'credential_deleted',
  failed: 'credential_failure',
}

/** An ended offer keeps its code alone, which was used, so that it is known when it comes again. */
const over: Partial<OfferRecord> = { token: undefined, keys: undefined, txCode: undefined }

/** Claims that say something of the credential itself. */
const ofCredential = new Set([
  'iss',
  'iat',
  'nbf',
  'exp',
  'cnf',
  'vct',
  'vct#integrity',
  'status',
  'sub',
  '_sd',
  '_sd_alg',
])

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
   * Asks for an offered credential; what is left to do is done until it is. Rejects with `not-open`, `wrong-code` for
   * a code that the issuer does not take, and `unreachable`; the offer is open then as before.
   */
  async accept(offer: OfferRecord, code?: string): Promise<void> {
    const { vault, goOn } = this.#context
    if (offer.state !== 'offered') throw new HolderError('not-open', 'The offer is not open')
    if (vault.all('credential').length >= mostCredentials)
      throw new HolderError('full', 'The wallet has too many credentials')
    await this.#authorize(offer, code, 'requested', offer.batchSize)
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
    const offer = this.#current(id)
    if (offer && (offer.state === 'requested' || offer.state === 'declining') && offer.token !== undefined)
      await this.#fetchCredentials(offer, offer.token)
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
    return state === 'requested' || state === 'declining' || notificationId !== undefined
  }

  #current(id: string): OfferRecord | undefined {
    return this.#context.vault.get('openid-offer', id)
  }

  /** Exchanges the code for an access token, and stores it with the keys that the credentials will be bound to. */
  async #authorize(offer: OfferRecord, code: string | undefined, state: OfferRecord['state'], copies: number) {
    const { fetch, vault } = this.#context
    const body = new URLSearchParams({ grant_type: grant, 'pre-authorized_code': offer.code })
    if (offer.txCode && code !== undefined) body.set('tx_code', code)
    const answer = await post(fetch, { url: offer.endpoints.token, body })
    if (!isSuccess(answer)) {
      const { error } = errorSchema.safeParse(jsonIn(answer.text)).data ?? {}
      if (offer.txCode && aboutCode.has(error ?? '')) throw new HolderError('wrong-code', 'The issuer refuses the code')
      await this.#end(offer, 'failed', error === 'invalid_grant' ? 'offer-withdrawn' : 'offer-failed')
      throw new HolderError('not-open', 'The offer is over')
    }
    const { access_token: token, authorization_details: details = [] } = parsed(answer.text, tokenSchema)
    const granted = details.find((each) => each.credential_configuration_id === offer.configurationId)
    const [credentialIdentifier] = granted?.credential_identifiers ?? []
    const keys = await Promise.all(Array.from({ length: copies }, newHolderKey))
    await vault.commit(put('openid-offer', { ...offer, state, token, keys, credentialIdentifier }))
  }

  async #fetchCredentials(offer: OfferRecord, token: string): Promise<void> {
    const { fetch } = this.#context
    const { keys = [], configurationId, credentialIdentifier, endpoints } = offer
    const nonce = endpoints.nonce === undefined ? undefined : await this.#nonce(endpoints.nonce)
    const jwt = await Promise.all(keys.map((key) => this.#proofOf(key, offer.issuer, nonce)))
    const answer = await post(fetch, {
      url: endpoints.credential,
      headers: { authorization: `Bearer ${token}` },
      // A token that names credentials is for these alone (OpenID4VCI 1.0, 8.2).
      body: {
        ...(credentialIdentifier === undefined
          ? { credential_configuration_id: configurationId }
          : { credential_identifier: credentialIdentifier }),
        proofs: { jwt },
      },
    })
    const given = isSuccess(answer) ? credentialsSchema.safeParse(jsonIn(answer.text)).data : undefined
    const ended = { ...offer, notificationId: given?.notification_id }
    if (offer.state === 'declining') return this.#end(ended, 'declined')
    if (!given) return this.#end(ended, 'failed', 'offer-failed')
    try {
      const credential = await this.#checked(
        offer,
        given.credentials.map(({ credential: text }) => text),
      )
      await this.#end(ended, 'stored', 'received', put('credential', credential))
    } catch (error) {
      if (!(error instanceof HolderError && error.code === 'untrusted')) throw error
      await this.#end(ended, 'failed', 'offer-failed')
    }
  }

  /** Rejects with `untrusted` unless each is sound, bound to one of our keys, and they are equal in what they say. */
  async #checked(offer: OfferRecord, texts: string[]): Promise<SdJwtCredential> {
    const { clock } = this.#context
    const read = await Promise.all(texts.map((text) => readSdJwtVc(text, clock.now()))).catch(unsound)
    const keys = new Map((offer.keys ?? []).map((key) => [key.x, key]))
    const copies = read.map(({ signed: { cnf, iss, vct } }, index): Copy => {
      const key = keys.get(cnf.jwk.x)
      keys.delete(cnf.jwk.x)
      // Optional beside a certificate (draft-ietf-oauth-sd-jwt-vc, claim `iss`).
      const isOfIssuer = iss === undefined || originOf(iss) === originOf(offer.issuer)
      if (!key || !isOfIssuer || vct !== offer.kind.definitionId)
        return unsound(new Error('It is another credential than offered, or bound to another key'))
      return { text: texts[index] ?? '', key }
    })
    const [first, ...others] = read.map(({ claims }) => attributesIn(claims, offer.names))
    if (!first || others.some((each) => JSON.stringify(each) !== JSON.stringify(first)))
      return unsound(new Error('The copies differ'))
    const [{ signed } = { signed: undefined }] = read
    return {
      ...{ format: 'sd-jwt', id: newId(this.#context), from: offer.from, kind: offer.kind, attributes: first },
      ...{ receivedAt: clock.now(), copies, isWornOut: false, revocable: signed?.status !== undefined },
      expiresAt: signed?.exp === undefined ? undefined : signed.exp * 1_000,
    }
  }

  async #nonce(url: string): Promise<string> {
    const answer = await post(this.#context.fetch, { url, body: new URLSearchParams() })
    return parsed(answer.text, nonceSchema).c_nonce
  }

  /** A proof of possession (OpenID4VCI 1.0, Appendix F.1). */
  async #proofOf(key: HolderKey, issuer: string, nonce: string | undefined): Promise<string> {
    const payload = { aud: issuer, iat: Math.floor(this.#context.clock.now() / 1_000), nonce }
    return signedJwt({ typ: 'openid4vci-proof+jwt', jwk: publicJwk(key) }, payload, await signerOf(key))
  }

  /** Tells the issuer how it ended (OpenID4VCI 1.0, section 11). An answer of any kind is enough. */
  async #notify(offer: OfferRecord): Promise<void> {
    const { fetch, vault } = this.#context
    const { notification } = offer.endpoints
    if (notification !== undefined)
      await post(fetch, {
        url: notification,
        headers: { authorization: `Bearer ${offer.token}` },
        body: {
          notification_id: offer.notificationId,
          event: events[offer.state],
        },
      })
    await vault.commit(put('openid-offer', { ...offer, ...over, notificationId: undefined }))
  }

  async #end(
    offer: OfferRecord,
    state: OfferRecord['state'],
    what?: HistoryEntry['what'],
    ...more: Change[]
  ): Promise<void> {
    const isTold = offer.notificationId !== undefined
    const next = { ...offer, ...over, state, token: isTold ? offer.token : undefined }
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

function unsound(cause: unknown): never {
  throw new HolderError('untrusted', 'The credential is not the one that was offered, or not sound', { cause })
}

/** In the order in which the issuer describes them: copies have them in any. */
function attributesIn(claims: Record<string, unknown>, order: readonly string[]): Attribute[] {
  const names = Object.keys(claims).filter((name) => !ofCredential.has(name))
  const ordered = [
    ...order.filter((name) => names.includes(name)),
    ...names.filter((name) => !order.includes(name)).sort(),
  ]
  return ordered.map((name) => {
    const value = claims[name]
    return { name, value: typeof value === 'string' ? value : JSON.stringify(value) }
  })
}
