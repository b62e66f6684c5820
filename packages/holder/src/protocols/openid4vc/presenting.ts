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

interface Taken {
  answer?: string
  history?: Disclosed & Pick<HistoryEntry, 'why'>
}

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
    const id = crypto.randomUUID()
    const record: RequestRecord = { id, state: 'asked', receivedAt: clock.now(), ...read }
    await vault.commit(put('openid-request', record))
    inBackground(this.lookUp(record))
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
  async answer(id: string, chosen: Chosen): Promise<void> {
    const request = this.#openFor(id, 'answer')
    const { vault, sdJwt, changeAnswer = (made: object) => made } = this.#context
    const asked = sdJwtRequest(request)
    if (!asked) throw new HolderError('not-open', 'The request is over')
    const credentials = ofFormat(vault.all('credential'), 'sd-jwt')
    const { presentation, disclosed } = await sdJwt.present(asked, chosen, credentials)
    // OpenID4VP 1.0, 8.3.
    const response = await encryptedFor(
      request.encryption,
      changeAnswer({ vp_token: presentation, state: request.echo }),
    )
    const answer = new URLSearchParams({ response }).toString()
    await this.#step(id, 'answer', { answer, history: disclosed })
    await this.carryOn(id).catch(this.#context.goOn)
  }

  /** Rejects with `not-open`. */
  async decline(id: string): Promise<void> {
    const request = this.#openFor(id, 'decline')
    const body = new URLSearchParams({ error: 'access_denied' })
    if (request.echo !== undefined) body.set('state', request.echo)
    await this.#step(id, 'decline', { answer: body.toString() })
    await this.carryOn(id).catch(this.#context.goOn)
  }

  withdraw(id: string): Promise<void> {
    return this.#step(id, 'withdrawn')
  }

  /** Sends what waits. Rejects with `unreachable` when it is to be tried again: until the request is over. */
  async carryOn(id: string): Promise<void> {
    const { vault, visit, clock } = this.#context
    const request = vault.get('openid-request', id)
    if (!request || !this.isUnderWay(request)) return
    const posted = { url: request.responseUri, body: new URLSearchParams(request.answer) }
    const answer = await post(this.#context, posted).catch((error) => {
      if (!hasCode(error, 'unreachable')) return 'unreadable'
      if (!isLate(request, clock.now())) throw error
      return 'late'
    })
    if (answer === 'late') return this.#step(id, 'late', { history: { why: 'late' } })
    if (answer === 'unreadable') return this.#step(id, 'sent')
    const isTaken = isSuccess(answer)
    await this.#step(id, isTaken ? 'sent' : 'refused')
    const address = isTaken ? receivedSchema.safeParse(jsonIn(answer.text)).data?.redirect_uri : undefined
    if (address !== undefined && mayNameAddress(request.responseUri, address)) visit(address)
  }

  /** Ends the wait of a person who wants it to end. Rejects with `not-open`. */
  async giveUp(id: string): Promise<void> {
    this.#openFor(id, 'give-up')
    await this.#step(id, 'give-up', { history: { why: 'given-up' } })
  }

  #openFor(id: string, event: PresentingEvent): RequestRecord {
    const request = this.#context.vault.require('openid-request', id)
    stepOf(presentingStates, request, event)
    return request
  }

  isUnderWay({ state, answer }: RequestRecord): boolean {
    return answer !== undefined && presentingStates[state].sent !== undefined
  }

  /**
   * Takes the step of an event in one transaction. An event that means nothing by then changes nothing. An ended
   * request keeps nothing long.
   */
  async #step(id: string, event: PresentingEvent, { answer, history }: Taken = {}): Promise<void> {
    const { vault } = this.#context
    await vault.change(() => {
      const request = vault.get('openid-request', id)
      const step = request && presentingStates[request.state][event]
      if (!step) return []
      const query = step.to === 'sending' ? request.query : undefined
      const next = { ...request, state: step.to, query, answer }
      const entry = step.log && historyEntry(this.#context, request.from, { what: step.log, about: id, ...history })
      return [put('openid-request', next), ...(entry ? [entry] : [])]
    })
  }
}
