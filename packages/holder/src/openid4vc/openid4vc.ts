import { HolderError } from '../core/holder-error.ts'
import { KeyedMutex } from '../core/keyed-mutex.ts'
import type { Received } from '../core/port.ts'
import type { Chosen, Snapshot } from '../core/snapshot.ts'
import type { Context } from './context.ts'
import { type Link, readLink } from './links.ts'
import { Presenting } from './presenting.ts'
import { Receiving } from './receiving.ts'
import { Refilling } from './refilling.ts'

/** Milliseconds until what could not be sent is tried again: a little longer each time. */
const pauses = [2_000, 5_000, 15_000, 60_000]

/** Issuers and verifiers that speak OpenID4VC. */
export class Openid4vc {
  readonly #context: Context
  readonly #mutex = new KeyedMutex()
  readonly #receiving: Receiving
  readonly #presenting: Presenting
  readonly #refilling: Refilling
  readonly #onNetwork: () => void
  #failures = 0
  #cancel: () => void = () => undefined
  #isPaused = false

  /** @param onNetwork called when `network` has changed */
  constructor(given: Omit<Context, 'goOn'>, onNetwork: () => void) {
    this.#onNetwork = onNetwork
    this.#context = { ...given, goOn: () => this.carryOn() }
    this.#receiving = new Receiving(this.#context)
    this.#presenting = new Presenting(this.#context)
    this.#refilling = new Refilling(this.#context)
  }

  /** `offline` while something waits until its other side can be reached. */
  get network(): Snapshot['network'] {
    return this.#failures > 0 ? 'offline' : 'online'
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
      ...offers.map(({ id }) => this.#mutex.run(id, () => this.#receiving.carryOn(id))),
      ...requests.map(({ id }) => this.#mutex.run(id, () => this.#presenting.carryOn(id))),
    ]
    this.#refill()
    void Promise.allSettled(all).then((ended) => this.#tryAgainAfter(ended.some(({ status }) => status === 'rejected')))
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

  #tryAgainAfter(isFailed: boolean): void {
    const before = this.network
    this.#failures = isFailed ? this.#failures + 1 : 0
    if (this.network !== before) this.#onNetwork()
    if (!isFailed || this.#isPaused) return
    const pause = pauses[Math.min(this.#failures, pauses.length) - 1] ?? 0
    this.#cancel = this.#context.clock.after(pause, () => this.carryOn())
  }

  #open<Kind extends 'openid-offer' | 'openid-request'>(kind: Kind, id: string) {
    const record = this.#context.vault.get(kind, id)
    if (!record) throw new HolderError('not-open', 'There is no such offer or request')
    return record
  }
}

const keyOf = (link: Link): string =>
  'request' in link ? link.request.requestUri : 'offer' in link ? link.offer : link.offerUri
