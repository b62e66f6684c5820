import * as z from 'zod/mini'
import type { Disclosed } from '../core/credential-format.ts'
import { mayNameAddress } from '../core/download.ts'
import { newHistoryEntry } from '../core/history-entry.ts'
import { HolderError, hasCode } from '../core/holder-error.ts'
import { newId } from '../core/new-id.ts'
import type { Chosen, HistoryEntry } from '../core/snapshot.ts'
import { ofFormat } from '../formats/credentials.ts'
import type { SdJwtRequest } from '../formats/sd-jwt/sd-jwt-format.ts'
import type { Context } from './context.ts'
import { encryptedFor } from './encryption.ts'
import { isSuccess, jsonIn, post } from './http.ts'
import type { RequestLink } from './links.ts'
import { type Change, isLate, isOpen, put, type RequestRecord } from './records.ts'
import { readRequest } from './requests.ts'

const receivedSchema = z.object({ redirect_uri: z.optional(z.string().check(z.maxLength(4_000))) })

/** The request in its format; undefined when it is over. */
export const sdJwtRequest = ({ query, clientId, nonce, ahead, from }: RequestRecord): SdJwtRequest | undefined =>
  query && { query, audience: clientId, nonce, ahead, host: from.host }

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

  /** Reads the names of requested kinds. No issuer is asked about a credential before its person has decided. */
  async lookUp(request: RequestRecord): Promise<void> {
    const { vault, sdJwt } = this.#context
    const asked = sdJwtRequest(request)
    if (asked) await sdJwt.readNames(asked)
    // Names alone change the snapshot.
    await vault.commit()
  }

  /** Rejects with `not-open`, `cannot-prove` or `revoked`; nothing is sent then. */
  async answer(request: RequestRecord, chosen: Chosen): Promise<void> {
    const { vault, sdJwt, changeAnswer = (made: object) => made } = this.#context
    const asked = sdJwtRequest(request)
    if (request.state !== 'asked' || !asked) throw new HolderError('not-open', 'The request is not open')
    const credentials = ofFormat(vault.all('credential'), 'sd-jwt')
    const { presentation, disclosed } = await sdJwt.present(asked, chosen, credentials)
    // OpenID4VP 1.0, 8.3.
    const response = await encryptedFor(
      request.encryption,
      changeAnswer({ vp_token: presentation, state: request.echo }),
    )
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

  /** Sends what waits. Rejects with `unreachable` when it is to be tried again: until the request is over. */
  async carryOn(id: string): Promise<void> {
    const { vault, visit, clock } = this.#context
    const request = vault.get('openid-request', id)
    if (request?.answer === undefined) return
    const isAnswer = request.state === 'sending'
    const posted = { url: request.responseUri, body: new URLSearchParams(request.answer) }
    const answer = await post(this.#context, posted).catch((error) => {
      const isUnreachable = hasCode(error, 'unreachable')
      if (isUnreachable && !isLate(request, clock.now())) throw error
      return isUnreachable ? 'late' : 'unreadable'
    })
    if (answer === 'late') return this.#stop(request, 'late')
    if (answer === 'unreadable') return this.#end(request, isAnswer ? 'done' : 'declined')
    const isTaken = isSuccess(answer)
    await this.#end(
      request,
      isAnswer ? (isTaken ? 'done' : 'refused') : 'declined',
      isAnswer && !isTaken ? this.#entry(request, 'not-accepted') : undefined,
    )
    const address = isTaken ? receivedSchema.safeParse(jsonIn(answer.text)).data?.redirect_uri : undefined
    if (address !== undefined && mayNameAddress(request.responseUri, address)) visit(address)
  }

  /** Ends the wait of a person who wants it to end. Rejects with `not-open`. */
  async giveUp(request: RequestRecord): Promise<void> {
    if (request.state !== 'sending') throw new HolderError('not-open', 'Nothing waits')
    await this.#stop(request, 'given-up')
  }

  #stop(request: RequestRecord, why: HistoryEntry['why']): Promise<void> {
    const isAnswer = request.state === 'sending'
    const entry = isAnswer ? this.#entry(request, 'not-sent', { why }) : undefined
    return this.#end(request, isAnswer ? 'refused' : 'declined', entry)
  }

  isUnderWay({ answer }: RequestRecord): boolean {
    return answer !== undefined
  }

  /** An ended request keeps nothing long. One that was given up meanwhile stays so. */
  async #end(request: RequestRecord, state: RequestRecord['state'], entry?: Change): Promise<void> {
    const { vault } = this.#context
    const query = state === 'sending' ? request.query : undefined
    const next = { ...request, state, query, answer: isOpen({ state }) ? request.answer : undefined }
    await vault.change(() => {
      const current = vault.get('openid-request', request.id)
      return current && isOpen(current) ? [put('openid-request', next), ...(entry ? [entry] : [])] : []
    })
  }

  #entry(
    { id, from }: RequestRecord,
    what: HistoryEntry['what'],
    more?: Disclosed & Pick<HistoryEntry, 'why'>,
  ): Change {
    return put('history', newHistoryEntry(this.#context, from, { what, about: id, ...more }))
  }
}
