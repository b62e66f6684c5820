import { HolderError } from '../core/holder-error.ts'
import { KeyedMutex } from '../core/keyed-mutex.ts'
import type { Received } from '../core/port.ts'
import type { Chosen, Party } from '../core/snapshot.ts'
import type { Context } from './context.ts'
import { type Link, readLink } from './links.ts'
import { Presenting } from './presenting.ts'
import { Receiving } from './receiving.ts'
import { Refilling } from './refilling.ts'
import { ServerClocks } from './server-clocks.ts'

/** Milliseconds until what could not be sent is tried again: a little longer each time. */
const pausesAfterFailures = [2_000, 5_000, 15_000, 60_000, 300_000]

/** Issuers and verifiers that speak OpenID4VC. */
export class Openid4vc {
  readonly #context: Context
  readonly #mutex = new KeyedMutex()
  readonly #receiving: Receiving
  readonly #presenting: Presenting
  readonly #refilling: Refilling
  readonly #onNetwork: () => void
  #failures = 0
  /** Parties that the person waits for and that could not be reached, by the id of what waits. */
  readonly #away = new Map<string, Party>()
  #cancel: () => void = () => undefined
  #isPaused = false

  /** @param onNetwork called when `unreachable` has changed */
  constructor(given: Omit<Context, 'goOn' | 'clocks'>, onNetwork: () => void) {
    this.#onNetwork = onNetwork
    this.#context = { ...given, clocks: new ServerClocks(given.clock), goOn: () => this.carryOn() }
    this.#receiving = new Receiving(this.#context)
    this.#presenting = new Presenting(this.#context)
    this.#refilling = new Refilling(this.#context)
  }

  /** Those that something waits for until they can be reached. */
  get unreachable(): Party[] {
    return [...this.#away.values()]
  }

  /** Takes an offer or a request by its link; undefined for links of other protocols. Rejects with `HolderError`. */
  async receive(text: string): Promise<Received | undefined> {
    const link = readLink(text)
    if (!link) return undefined
    return this.#mutex.run(keyOf(link), async () =>
      'request' in link
        ? { requestId: await this.#presenting.take(link.request) }
        : { offerId: await this.#receiving.take(link) },
    )
  }

  /** Whether it has an offer or a request of that id. */
  has(id: string): boolean {
    const { vault } = this.#context
    return vault.get('openid-offer', id) !== undefined || vault.get('openid-request', id) !== undefined
  }

  accept(offerId: string, code?: string): Promise<void> {
    return this.#mutex.run(offerId, () => this.#receiving.accept(this.#open('openid-offer', offerId), code))
  }

  async answer(requestId: string, chosen: Chosen): Promise<void> {
    await this.#mutex.run(requestId, () => this.#presenting.answer(this.#open('openid-request', requestId), chosen))
    this.#refill()
  }

  decline(id: string): Promise<void> {
    return this.#mutex.run(id, () => {
      const offer = this.#context.vault.get('openid-offer', id)
      return offer ? this.#receiving.decline(offer) : this.#presenting.decline(this.#open('openid-request', id))
    })
  }

  /** Ends the wait for a credential, or for an answer to leave. Does not wait for a call that is under way. */
  async giveUp(id: string): Promise<void> {
    const offer = this.#context.vault.get('openid-offer', id)
    await (offer ? this.#receiving.giveUp(offer) : this.#presenting.giveUp(this.#open('openid-request', id)))
    if (this.#away.delete(id)) this.#onNetwork()
  }

  /** @returns whether the link is of this protocol */
  async withdraw(text: string): Promise<boolean> {
    const link = readLink(text)
    if (!link) return false
    const request = 'request' in link ? this.#presenting.find(link.request.requestUri) : undefined
    const offer = 'offer' in link ? this.#receiving.find(link.offer) : undefined
    if (request)
      await this.#mutex.run(request.id, () => this.#presenting.withdraw(this.#open('openid-request', request.id)))
    if (offer) await this.#mutex.run(offer.id, () => this.#receiving.withdraw(this.#open('openid-offer', offer.id)))
    return true
  }

  /** Reads again what was out of reach before, and carries on. */
  lookAgain(): void {
    for (const request of this.#context.vault.all('openid-request'))
      if (request.state === 'asked') void this.#presenting.lookUp(request)
    this.carryOn()
  }

  /** Sends and fetches what is left to do. */
  carryOn(): void {
    this.#cancel()
    if (this.#isPaused) return
    const { vault } = this.#context
    const offers = vault.all('openid-offer').filter(this.#receiving.isUnderWay)
    const requests = vault.all('openid-request').filter(this.#presenting.isUnderWay)
    const all = [
      ...offers.map((offer) => this.#try(offer, () => this.#receiving.carryOn(offer.id))),
      ...requests.map((request) => this.#try(request, () => this.#presenting.carryOn(request.id))),
    ]
    this.#refill()
    void Promise.all(all).then((done) => this.#tryAgainAfter(done.includes(false)))
  }

  /** Resolves when nothing is under way. */
  async pause(): Promise<void> {
    this.#isPaused = true
    this.#cancel()
    await this.#mutex.whenIdle()
  }

  goOn(): void {
    this.#isPaused = false
  }

  /** Where an issuer is out of reach, the next use of the wallet tries again. */
  #refill(): void {
    if (this.#isPaused) return
    for (const { id } of this.#refilling.due)
      void this.#mutex.run(id, () => this.#refilling.carryOn(id)).catch(() => undefined)
  }

  /** @returns whether nothing is left to be tried again */
  async #try({ id, from }: { id: string; from: Party }, work: () => Promise<void>): Promise<boolean> {
    const code = await this.#mutex.run(id, work).then(
      () => undefined,
      (error) => (error instanceof HolderError ? error.code : 'failed'),
    )
    const { vault } = this.#context
    const { state } = vault.get('openid-offer', id) ?? vault.get('openid-request', id) ?? {}
    const isAway = code === 'unreachable' && awaited.has(state)
    if (isAway !== this.#away.has(id)) {
      if (isAway) this.#away.set(id, from)
      else this.#away.delete(id)
      this.#onNetwork()
    }
    return code === undefined
  }

  #tryAgainAfter(isFailed: boolean): void {
    this.#failures = isFailed ? this.#failures + 1 : 0
    if (this.#isPaused) return
    const { vault, clock } = this.#context
    const pauses = vault
      .all('openid-offer')
      .flatMap(({ transaction }) => transaction?.nextAt ?? [])
      .map((nextAt) => Math.max(nextAt - clock.now(), 0))
    if (isFailed) pauses.push(pausesAfterFailures[Math.min(this.#failures, pausesAfterFailures.length) - 1] ?? 0)
    this.#cancel()
    if (pauses.length > 0) this.#cancel = clock.after(Math.min(...pauses), () => this.carryOn())
  }

  #open<Kind extends 'openid-offer' | 'openid-request'>(kind: Kind, id: string) {
    const record = this.#context.vault.get(kind, id)
    if (!record) throw new HolderError('not-open', 'There is no such offer or request')
    return record
  }
}

/** States in which a person waits. */
const awaited = new Set<string | undefined>(['accepted', 'requested', 'sending'])

const keyOf = (link: Link): string =>
  'request' in link ? link.request.requestUri : 'offer' in link ? link.offer : link.offerUri
