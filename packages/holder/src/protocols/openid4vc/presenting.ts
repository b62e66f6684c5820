import * as z from 'zod/mini'
import type { Disclosed } from '../../core/credential-format.ts'
import { mayNameAddress } from '../../core/download.ts'
import { historyEntry } from '../../core/history-entry.ts'
import { HolderError, hasCode } from '../../core/holder-error.ts'
import { inBackground } from '../../core/in-background.ts'
import type { Chosen, HistoryEntry } from '../../core/snapshot.ts'
import { stepOf } from '../../core/state-table.ts'
import { ofFormat } from '../../formats/credentials.ts'
import type { SdJwtRequest } from '../../formats/sd-jwt/sd-jwt-format.ts'
import { encryptedFor } from './encryption.ts'
import { isSuccess, jsonIn, post } from './http.ts'
import type { Context } from './openid-context.ts'
import { isLate, put, type RequestRecord } from './openid-records.ts'
import { type PresentingEvent, presentingStates } from './presenting-states.ts'
import type { RequestLink } from './read-link.ts'
import { readRequest } from './requests.ts'

/** Proofs from request to answer (OpenID4VP 1.0). A verifier says on its own page what it thinks of one. */

interface Taken {
  answer?: string
  history?: Disclosed & Pick<HistoryEntry, 'why'>
}

const receivedSchema = z.object({ redirect_uri: z.optional(z.string().check(z.maxLength(4_000))) })

/** The request in its format; undefined when it is over. */
export const sdJwtRequest = ({ query, clientId, nonce, ahead, from }: RequestRecord): SdJwtRequest | undefined =>
  query && { query, audience: clientId, nonce, ahead, host: from.host }

export const find = ({ vault }: Context, requestUri: string): RequestRecord | undefined =>
  vault.all('openid-request').find((each) => each.requestUri === requestUri)

/** Rejects with `HolderError`. @returns the request's id */
export async function take(context: Context, link: RequestLink): Promise<string> {
  const { vault, clock } = context
  const known = find(context, link.requestUri)
  if (known?.state === 'asked') return known.id
  if (vault.isCrowded) throw new HolderError('full', 'Too many offers and requests wait for a decision')
  const read = await readRequest(context, link)
  const id = crypto.randomUUID()
  const record: RequestRecord = { id, state: 'asked', receivedAt: clock.now(), ...read }
  await vault.commit(put('openid-request', record))
  inBackground(lookUp(context, record))
  return id
}

/** Reads the names of requested kinds. No issuer is asked about a credential before its person has decided. */
export async function lookUp({ vault, sdJwt }: Context, request: RequestRecord): Promise<void> {
  const asked = sdJwtRequest(request)
  if (asked) await sdJwt.readNames(asked)
  // Names alone change the snapshot.
  await vault.commit()
}

/** Rejects with `not-open`, `cannot-prove` or `revoked`; nothing is sent then. */
export async function answer(context: Context, id: string, chosen: Chosen): Promise<void> {
  const { vault, sdJwt, changeAnswer = (made: object) => made } = context
  const request = vault.require('openid-request', id)
  stepOf(presentingStates, request, 'answer')
  const asked = sdJwtRequest(request)
  if (!asked) throw new HolderError('not-open', 'The request is over')
  const credentials = ofFormat(vault.all('credential'), 'sd-jwt')
  const { presentation, disclosed } = await sdJwt.present(asked, chosen, credentials)
  // OpenID4VP 1.0, 8.3.
  const response = await encryptedFor(request.encryption, changeAnswer({ vp_token: presentation, state: request.echo }))
  const body = new URLSearchParams({ response })
  await step(context, id, 'answer', { answer: body.toString(), history: disclosed })
  await carryOn(context, id).catch(context.goOn)
}

/** Rejects with `not-open`. */
export async function decline(context: Context, id: string): Promise<void> {
  const request = context.vault.require('openid-request', id)
  stepOf(presentingStates, request, 'decline')
  const body = new URLSearchParams({ error: 'access_denied' })
  if (request.echo !== undefined) body.set('state', request.echo)
  await step(context, id, 'decline', { answer: body.toString() })
  await carryOn(context, id).catch(context.goOn)
}

export const withdraw = (context: Context, id: string): Promise<void> => step(context, id, 'withdrawn')

/** Sends what waits. Rejects with `unreachable` when it is to be tried again: until the request is over. */
export async function carryOn(context: Context, id: string): Promise<void> {
  const { vault, visit, clock } = context
  const request = vault.get('openid-request', id)
  if (!request || !isUnderWay(request)) return
  const posted = { url: request.responseUri, body: new URLSearchParams(request.answer) }
  const said = await post(context, posted).catch((error) => {
    if (!hasCode(error, 'unreachable')) return 'unreadable'
    if (!isLate(request, clock.now())) throw error
    return 'late'
  })
  if (said === 'late') return step(context, id, 'late', { history: { why: 'late' } })
  if (said === 'unreadable') return step(context, id, 'sent')
  const isTaken = isSuccess(said)
  await step(context, id, isTaken ? 'sent' : 'refused')
  const address = isTaken ? receivedSchema.safeParse(jsonIn(said.text)).data?.redirect_uri : undefined
  if (address !== undefined && mayNameAddress(request.responseUri, address)) visit(address)
}

/** Ends the wait of a person who wants it to end. Rejects with `not-open`. */
export async function giveUp(context: Context, id: string): Promise<void> {
  stepOf(presentingStates, context.vault.require('openid-request', id), 'give-up')
  await step(context, id, 'give-up', { history: { why: 'given-up' } })
}

export const isUnderWay = ({ state, answer }: RequestRecord): boolean =>
  answer !== undefined && presentingStates[state].sent !== undefined

/**
 * Takes the step of an event in one transaction. An event that means nothing by then changes nothing. An ended
 * request keeps nothing long.
 */
async function step(context: Context, id: string, event: PresentingEvent, { answer, history }: Taken = {}) {
  const { vault } = context
  await vault.change(() => {
    const request = vault.get('openid-request', id)
    const taken = request && presentingStates[request.state][event]
    if (!taken) return []
    const query = taken.to === 'sending' ? request.query : undefined
    const next = { ...request, state: taken.to, query, answer }
    const entry = taken.log && historyEntry(context, request.from, { what: taken.log, about: id, ...history })
    return [put('openid-request', next), ...(entry ? [entry] : [])]
  })
}
