import { CompactEncrypt, importJWK } from 'jose'
import * as z from 'zod/mini'
import { mayNameAddress } from '../core/download.ts'
import { toUtf8 } from '../core/encoding/text.ts'
import { newHistoryEntry } from '../core/history-entry.ts'
import { HolderError } from '../core/holder-error.ts'
import { newId } from '../core/new-id.ts'
import type { Chosen, HistoryEntry } from '../core/snapshot.ts'
import { ofFormat } from '../formats/credentials.ts'
import type { SdJwtRequest } from '../formats/sd-jwt/sd-jwt-format.ts'
import type { Context } from './context.ts'
import { isSuccess, jsonIn, post } from './http.ts'
import type { RequestLink } from './links.ts'
import { type Change, put, type RequestRecord } from './records.ts'
import { readRequest } from './requests.ts'

const receivedSchema = z.object({ redirect_uri: z.optional(z.string().check(z.maxLength(4_000))) })

/** The request in its format; undefined when it is over. */
export const sdJwtRequest = ({ query, clientId, nonce }: RequestRecord): SdJwtRequest | undefined =>
  query && { query, audience: clientId, nonce }

/** Proofs from request to answer (OpenID4VP 1.0). A verifier says on its own page what it thinks of one. */
export class Presenting {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  find(requestUri: string): RequestRecord | undefined {
    return this.#context.vault.all('openid-request').find((each) => each.requestUri === requestUri)
  }

  /** Rejects with `HolderError`. @returns the request's id */
  async take(link: RequestLink): Promise<string> {
    const { vault, clock } = this.#context
    const known = this.find(link.requestUri)
    if (known?.state === 'asked') return known.id
    if (vault.isCrowded) throw new HolderError('full', 'Too many offers and requests wait for a decision')
    const read = await readRequest(this.#context, link)
    const id = newId(this.#context)
    const record: RequestRecord = { id, state: 'asked', receivedAt: clock.now(), ...read }
    await vault.commit(put('openid-request', record))
    void this.lookUp(record)
    return id
  }

  /** Reads the names of requested kinds, and whether fitting credentials are revoked. */
  async lookUp(request: RequestRecord): Promise<void> {
    const { vault, sdJwt } = this.#context
    const asked = sdJwtRequest(request)
    if (!asked) return
    const credentials = ofFormat(vault.all('credential'), 'sd-jwt')
    const fitting = new Set(sdJwt.match(asked, credentials).flatMap((item) => item.fitting))
    await Promise.all([
      sdJwt.readNames(asked, request.from.host),
      ...credentials.filter(({ id }) => fitting.has(id)).map((each) => sdJwt.status(each).catch(() => undefined)),
    ])
    // Names alone change the snapshot as well.
    await vault.commit()
  }

  /** Rejects with `not-open`, `cannot-prove` or `revoked`; nothing is sent then. */
  async answer(request: RequestRecord, chosen: Chosen): Promise<void> {
    const { vault, sdJwt } = this.#context
    const asked = sdJwtRequest(request)
    if (request.state !== 'asked' || !asked) throw new HolderError('not-open', 'The request is not open')
    const credentials = ofFormat(vault.all('credential'), 'sd-jwt')
    const disclosed = sdJwt.disclose(asked, chosen, credentials)
    const token = await sdJwt.present(asked, chosen, credentials)
    const response = await encrypted(request, { vp_token: token, state: request.echo })
    const answer = new URLSearchParams({ response }).toString()
    await this.#end({ ...request, answer }, 'sending', this.#entry(request, 'shared', disclosed))
    await this.carryOn(request.id).catch(this.#context.goOn)
  }

  /** Rejects with `not-open`. */
  async decline(request: RequestRecord): Promise<void> {
    if (request.state !== 'asked') throw new HolderError('not-open', 'The request is not open')
    const body = new URLSearchParams({ error: 'access_denied' })
    if (request.echo !== undefined) body.set('state', request.echo)
    const declining = { ...request, answer: body.toString() }
    await this.#end(declining, 'declining', this.#entry(request, 'request-declined'))
    await this.carryOn(request.id).catch(this.#context.goOn)
  }

  async withdraw(request: RequestRecord): Promise<void> {
    if (request.state === 'asked') await this.#end(request, 'withdrawn', this.#entry(request, 'request-withdrawn'))
  }

  /** Sends what waits. Rejects with `unreachable` when it is to be tried again. */
  async carryOn(id: string): Promise<void> {
    const { fetch, vault, visit } = this.#context
    const request = vault.get('openid-request', id)
    if (request?.answer === undefined) return
    const isAnswer = request.state === 'sending'
    const answer = await post(fetch, { url: request.responseUri, body: new URLSearchParams(request.answer) })
    const isTaken = isSuccess(answer)
    await this.#end(
      { ...request, answer: undefined },
      isAnswer ? (isTaken ? 'done' : 'refused') : 'declined',
      isAnswer && !isTaken ? this.#entry(request, 'not-accepted') : undefined,
    )
    const address = isTaken ? receivedSchema.safeParse(jsonIn(answer.text)).data?.redirect_uri : undefined
    if (address !== undefined && mayNameAddress(request.responseUri, address)) visit(address)
  }

  isUnderWay({ answer }: RequestRecord): boolean {
    return answer !== undefined
  }

  /** An ended request keeps nothing long. */
  async #end(request: RequestRecord, state: RequestRecord['state'], entry?: Change): Promise<void> {
    const next = { ...request, state, query: state === 'sending' ? request.query : undefined }
    await this.#context.vault.commit(put('openid-request', next), ...(entry ? [entry] : []))
  }

  #entry(
    { id, from }: RequestRecord,
    what: HistoryEntry['what'],
    disclosed?: Pick<HistoryEntry, 'shown' | 'proved' | 'confirmed' | 'unrevoked'>,
  ): Change {
    return put('history', newHistoryEntry(this.#context, from, { what, about: id, ...disclosed }))
  }
}

/** OpenID4VP 1.0, 8.3. */
async function encrypted({ encryption }: RequestRecord, answer: object): Promise<string> {
  const { jwk, content } = encryption
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.y }, 'ECDH-ES')
  return new CompactEncrypt(toUtf8(JSON.stringify(answer)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: content, ...(jwk.kid !== undefined && { kid: jwk.kid }) })
    .encrypt(key)
}
