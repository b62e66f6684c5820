import { historyEntry } from '../../core/history-entry.ts'
import { HolderError, hasCode } from '../../core/holder-error.ts'
import type { HistoryEntry } from '../../core/snapshot.ts'
import { isOpen, stepOf } from '../../core/state-table.ts'
import { newHolderKey, newHolderKeys } from '../../formats/sd-jwt/holder-key.ts'
import { refillSchema, type SdJwtCredential } from '../../formats/sd-jwt/sd-jwt-credential.ts'
import { fewerCopies, type GivenLater, readBatch, requestBatch, requestDeferred } from './batches.ts'
import { postBound } from './bound-calls.ts'
import { describeOffer, isSameAddress } from './issuer-metadata.ts'
import { NotGiven, whyOf } from './not-given.ts'
import { codeIn, grant, readOffer } from './offers.ts'
import type { Context } from './openid-context.ts'
import { type Change, isLate, type OfferRecord, put, untilOf } from './openid-records.ts'
import { notifications, type ReceivingEvent, receivingStates } from './receiving-states.ts'
import { requestToken } from './tokens.ts'

/** Credentials by pre-authorized code (OpenID4VCI 1.0). */

/** Errors for a transaction code that is wrong or missing (OpenID4VCI 1.0, 6.3). */
const aboutCode = new Set(['invalid_grant', 'invalid_request'])

/** An ended offer keeps its code alone, which was used, so that it is known when it comes again. */
const over: Partial<OfferRecord> = {
  token: undefined,
  tokenKey: undefined,
  refreshToken: undefined,
  keys: undefined,
  txCode: undefined,
  transaction: undefined,
}

interface Taken {
  update?: Partial<OfferRecord>
  why?: HistoryEntry['why']
  more?: Change[]
}

/** Reads an offer, and who makes it. Rejects with `HolderError`. @returns the offer's id */
export async function take(context: Context, link: { offer: string } | { offerUri: string }): Promise<string> {
  const { fetch, vault, clock } = context
  const { issuer, configurationId, code, txCode } = await readOffer(fetch, link)
  const known = vault.all('openid-offer').find((each) => isSameAddress(each.issuer, issuer) && each.code === code)
  if (known) return known.id
  if (vault.isCrowded) throw new HolderError('full', 'Too many offers and requests wait for a decision')
  const described = await describeOffer(context, issuer, configurationId)
  const record: OfferRecord = {
    id: crypto.randomUUID(),
    state: 'offered',
    receivedAt: clock.now(),
    configurationId,
    code,
    txCode,
    ...described,
  }
  await vault.commit(put('openid-offer', record))
  return record.id
}

/**
 * Asks for an offered credential; what is left to do is done until it is. Rejects with `not-open`, and, where a code
 * was typed in, with `wrong-code` or `unreachable`; the offer is open then as before.
 */
export async function accept(context: Context, id: string, code?: string): Promise<void> {
  const { vault, goOn, clock } = context
  const offer = vault.require('openid-offer', id)
  stepOf(receivingStates, offer, 'accept')
  if (vault.isFull) throw new HolderError('full', 'The wallet has too many credentials')
  if (offer.txCode) await authorize(context, offer, 'token', code)
  else {
    await step(context, id, 'accept', { update: { until: untilOf(clock.now()) } })
    await begin(context, id).catch((error) => {
      if (!isUnreachable(error)) throw error
    })
  }
  await carryOn(context, id).catch(goOn)
}

/** An issuer hears of it where no code has to be typed in; a person who declines is not asked for one. */
export async function decline(context: Context, id: string): Promise<void> {
  const offer = context.vault.require('openid-offer', id)
  stepOf(receivingStates, offer, 'decline')
  if (!offer.txCode) await authorize(context, offer, 'token-to-decline').catch(() => undefined)
  await step(context, id, 'decline')
  context.goOn()
}

/**
 * Does what is left to do for an offer. Rejects with `unreachable` when it is to be tried again, which it is as long
 * as the token is good.
 */
export async function carryOn(context: Context, id: string): Promise<void> {
  try {
    await begin(context, id).catch((error) => {
      if (isUnreachable(error)) throw error
    })
    const offer = current(context, id)
    if (offer && receivingStates[offer.state].issued && offer.token !== undefined)
      await fetchCredentials(context, offer)
    const ended = current(context, id)
    if (ended?.notificationId !== undefined) await notify(context, ended)
  } catch (error) {
    const offer = current(context, id)
    if (!offer || !isLate(offer, context.clock.now())) throw error
    await stop(context, offer.id, { why: 'late' })
  }
}

/** Ends the wait of a person who wants it to end. Rejects with `not-open`. */
export async function giveUp(context: Context, id: string): Promise<void> {
  stepOf(receivingStates, context.vault.require('openid-offer', id), 'give-up')
  await step(context, id, 'give-up', { why: 'given-up' })
}

/** Ends an open offer that its page takes back; the issuer knows. */
export const withdraw = (context: Context, id: string): Promise<void> => step(context, id, 'withdrawn')

/** By what a link holds. */
export function find({ vault }: Context, offer: string): OfferRecord | undefined {
  const code = codeIn(offer)
  return vault.all('openid-offer').find((each) => code !== undefined && each.code === code)
}

export function isUnderWay(offer: OfferRecord): boolean {
  const isDecided = !receivingStates[offer.state].decline
  return (isDecided && isOpen(receivingStates, offer)) || offer.notificationId !== undefined
}

const current = ({ vault }: Context, id: string): OfferRecord | undefined => vault.get('openid-offer', id)

/** Exchanges the code of an offer that was accepted without typing one in. A refusal ends the offer. */
async function begin(context: Context, id: string): Promise<void> {
  const offer = current(context, id)
  if (offer?.state !== 'accepted') return
  try {
    await authorize(context, offer, 'token')
  } catch (error) {
    if (!isUnreachable(error)) await stop(context, id, { why: whyOf(error) })
    throw error
  }
}

/** Exchanges the code for an access token, and stores it with the keys that the credentials will be bound to. */
async function authorize(context: Context, open: OfferRecord, event: 'token' | 'token-to-decline', code?: string) {
  const offer = await withTokenKey(context, open)
  const body = new URLSearchParams({ grant_type: grant, 'pre-authorized_code': offer.code })
  if (offer.txCode && code !== undefined) body.set('tx_code', code)
  const asked = requestToken(context, { url: offer.endpoints.token, body }, offer)
  const { identifiersOf, lifetime, ...access } = await asked.catch(async (error) => {
    if (!(error instanceof NotGiven)) throw error
    if (offer.txCode && aboutCode.has(error.error ?? ''))
      throw new HolderError('wrong-code', 'The issuer refuses the code')
    if (event === 'token' && error.error === 'invalid_grant') await step(context, offer.id, 'code-over')
    else if (event === 'token') await stop(context, offer.id, { why: whyOf(error) })
    throw error
  })
  const [credentialIdentifier] = identifiersOf(offer.configurationId)
  const keys = await newHolderKeys(event === 'token' ? offer.batchSize : 1)
  const until = untilOf(context.clock.now(), lifetime)
  await step(context, offer.id, event, { update: { ...access, keys, credentialIdentifier, until } })
}

/** Stored before anything is asked for: should the answer be lost, an issuer may answer the same key again. */
async function withTokenKey(context: Context, offer: OfferRecord): Promise<OfferRecord> {
  if (!offer.bindsTokens || offer.tokenKey) return offer
  return update(context, offer, { tokenKey: await newHolderKey() })
}

async function fetchCredentials(context: Context, offer: OfferRecord): Promise<void> {
  const { id, keys = [], transaction, endpoints } = offer
  const { clock, clocks } = context
  if (transaction && clock.now() < transaction.nextAt) return
  let notificationId: string | undefined
  try {
    const given = await (transaction && endpoints.deferred !== undefined
      ? requestDeferred(context, { ...offer, url: endpoints.deferred, id: transaction.id }, offer)
      : requestBatch(context, { ...offer, keys }, offer))
    if ('transactionId' in given) return await wait(context, offer, given)
    notificationId = given.notificationId
    if (offer.state === 'declining') return await step(context, id, 'issued', { update: { notificationId } })
    const batch = await readBatch(clocks.now(endpoints.credential), given.texts, { ...offer, keys })
    const credential: SdJwtCredential = {
      format: 'sd-jwt',
      id: crypto.randomUUID(),
      from: offer.from,
      kind: offer.kind,
      labels: offer.labels,
      receivedAt: clock.now(),
      ...batch,
      isWornOut: false,
      refill: refillSchema.safeParse(offer).data,
    }
    await step(context, id, 'issued', { update: { notificationId }, more: [put('credential', credential)] })
  } catch (error) {
    if (!(error instanceof HolderError) || isUnreachable(error)) throw error
    const fewer = keys.slice(0, fewerCopies(keys.length))
    const mayBeShorter = error.code === 'too-large' && !transaction && fewer.length < keys.length
    if (!mayBeShorter) return stop(context, id, { why: whyOf(error), update: { notificationId } })
    await fetchCredentials(context, await update(context, offer, { keys: fewer, batchSize: fewer.length }))
  }
}

/** The issuer makes the credential later (OpenID4VCI 1.0, section 9). */
async function wait(context: Context, offer: OfferRecord, { transactionId: id, interval }: GivenLater): Promise<void> {
  if (offer.endpoints.deferred === undefined) throw new NotGiven('unreadable')
  const now = context.clock.now()
  if (offer.state === 'declining' || isLate(offer, now)) return stop(context, offer.id, { why: 'late' })
  await update(context, offer, { transaction: { id, nextAt: now + interval } })
}

/** Ends what is tried: a credential that is awaited, or the word to its issuer. */
async function stop(context: Context, id: string, ended: Taken): Promise<void> {
  const offer = current(context, id)
  if (offer && !isOpen(receivingStates, offer)) await forgetNotification(context, offer)
  else await step(context, id, 'failed', ended)
}

/** An offer that was given up meanwhile stays so. @returns the changed offer */
async function update(context: Context, offer: OfferRecord, change: Partial<OfferRecord>): Promise<OfferRecord> {
  const next = { ...offer, ...change }
  await context.vault.change(() => {
    const latest = current(context, offer.id)
    return latest && isOpen(receivingStates, latest) ? [put('openid-offer', next)] : []
  })
  return next
}

/** Tells the issuer how it ended (OpenID4VCI 1.0, section 11). An answer of any kind is enough. */
async function notify(context: Context, offer: OfferRecord): Promise<void> {
  const { notification } = offer.endpoints
  const body = { notification_id: offer.notificationId, event: notifications[offer.state] }
  if (notification !== undefined) await postBound(context, { url: notification, body }, offer)
  await forgetNotification(context, offer)
}

function forgetNotification({ vault }: Context, offer: OfferRecord): Promise<void> {
  return vault.commit(put('openid-offer', { ...offer, ...over, notificationId: undefined }))
}

/** Takes the step of an event in one transaction. An event that means nothing by then changes nothing. */
async function step(context: Context, id: string, event: ReceivingEvent, { update, why, more = [] }: Taken = {}) {
  await context.vault.change(() => {
    const offer = current(context, id)
    const taken = offer && receivingStates[offer.state][event]
    if (!taken) return []
    const next = { ...offer, ...update, state: taken.to }
    const { token, tokenKey, notificationId } = next
    const kept = notificationId === undefined ? over : { ...over, token, tokenKey }
    const told = { why, about: id, name: offer.kind.name }
    return [
      put('openid-offer', isOpen(receivingStates, next) ? next : { ...next, ...kept }),
      ...(taken.log ? [historyEntry(context, offer.from, { ...told, what: taken.log })] : []),
      ...more,
    ]
  })
}

const isUnreachable = (error: unknown) => hasCode(error, 'unreachable')
