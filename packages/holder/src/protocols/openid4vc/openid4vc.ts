import { HolderError } from '../../core/holder-error.ts'
import { inBackground } from '../../core/in-background.ts'
import { KeyedMutex } from '../../core/keyed-mutex.ts'
import type { Received } from '../../core/port.ts'
import type { Chosen, Party } from '../../core/snapshot.ts'
import { endedTooMany } from '../../core/state-table.ts'
import { ofFormat } from '../../formats/credentials.ts'
import { labelOf } from '../../formats/sd-jwt/card.ts'
import type { Protocol, Shown } from '../protocol.ts'
import type { Context } from './openid-context.ts'
import { type OfferRecord, type RequestRecord, removal } from './openid-records.ts'
import * as presenting from './presenting.ts'
import { presentingStates } from './presenting-states.ts'
import { type Link, readLink } from './read-link.ts'
import * as receiving from './receiving.ts'
import { receivingStates } from './receiving-states.ts'
import * as refilling from './refilling.ts'
import { ServerClocks } from './server-clocks.ts'

/** Milliseconds until what could not be sent is tried again: a little longer each time. */
const pausesAfterFailures = [2_000, 5_000, 15_000, 60_000, 300_000]

/** Issuers and verifiers that speak OpenID4VC. */
export class Openid4vc implements Protocol {
  readonly #context: Context
  readonly #mutex = new KeyedMutex()
  readonly #onNetwork: () => void
  #failures = 0
  /** Parties that the person waits for and that could not be reached, by the id of what waits. */
  readonly #away = new Map<string, Party>()
  #cancel: () => void = () => undefined
  #isPaused = false

  /** @param onNetwork called when who can be reached has changed */
  constructor(given: Omit<Context, 'goOn' | 'clocks'>, onNetwork: () => void) {
    this.#onNetwork = onNetwork
    this.#context = { ...given, clocks: new ServerClocks(given.clock), goOn: () => this.carryOn() }
  }

  shown(): Shown {
    const { vault } = this.#context
    const requests = vault.all('openid-request')
    return {
      connections: [],
      offers: vault.all('openid-offer').map(shownOffer),
      requests: requests.flatMap((request) => this.#shownRequest(request)),
      waiting: requests.filter(({ answer }) => answer !== undefined).length,
      unreachable: [...this.#away.values()],
    }
  }

  takes(text: string): boolean {
    return readLink(text) !== undefined
  }

  async receive(text: string): Promise<Received> {
    const link = this.#read(text)
    return this.#mutex.run(keyOf(link), async () =>
      'request' in link
        ? { requestId: await presenting.take(this.#context, link.request) }
        : { offerId: await receiving.take(this.#context, link) },
    )
  }

  async withdraw(text: string): Promise<void> {
    const link = this.#read(text)
    const request = 'request' in link ? presenting.find(this.#context, link.request.requestUri) : undefined
    const offer = 'offer' in link ? receiving.find(this.#context, link.offer) : undefined
    if (request) await this.#mutex.run(request.id, () => presenting.withdraw(this.#context, request.id))
    if (offer) await this.#mutex.run(offer.id, () => receiving.withdraw(this.#context, offer.id))
  }

  has(id: string): boolean {
    return this.#find(id) !== undefined
  }

  accept(offerId: string, code?: string): Promise<void> {
    return this.#mutex.run(offerId, () => receiving.accept(this.#context, offerId, code))
  }

  async answer(requestId: string, chosen: Chosen): Promise<void> {
    await this.#mutex.run(requestId, () => presenting.answer(this.#context, requestId, chosen))
    this.#refill()
  }

  decline(id: string): Promise<void> {
    const decline = this.#isOffer(id) ? receiving.decline : presenting.decline
    return this.#mutex.run(id, () => decline(this.#context, id))
  }

  /** Ends the wait for a credential, or for an answer to leave. Does not wait for a call that is under way. */
  async giveUp(id: string): Promise<void> {
    const giveUp = this.#isOffer(id) ? receiving.giveUp : presenting.giveUp
    await giveUp(this.#context, id)
    if (this.#away.delete(id)) this.#onNetwork()
  }

  async sweep(): Promise<void> {
    const { vault } = this.#context
    await vault.commit(
      ...endedTooMany(receivingStates, vault.all('openid-offer')).map(({ id }) => removal('openid-offer', id)),
      ...endedTooMany(presentingStates, vault.all('openid-request')).map(({ id }) => removal('openid-request', id)),
    )
  }

  /** Sends and fetches what is left to do. */
  carryOn(): void {
    this.#cancel()
    if (this.#isPaused) return
    const { vault } = this.#context
    const offers = vault.all('openid-offer').filter(receiving.isUnderWay)
    const requests = vault.all('openid-request').filter(presenting.isUnderWay)
    const all = [
      ...offers.map((offer) => this.#try(offer, () => receiving.carryOn(this.#context, offer.id))),
      ...requests.map((request) => this.#try(request, () => presenting.carryOn(this.#context, request.id))),
    ]
    this.#refill()
    void Promise.all(all).then((done) => this.#tryAgainAfter(done.includes(false)))
  }

  async pause(): Promise<void> {
    this.#isPaused = true
    this.#cancel()
    await this.#mutex.whenIdle()
  }

  goOn(): void {
    this.#isPaused = false
    this.wake()
  }

  wake(): void {
    for (const request of this.#context.vault.all('openid-request'))
      if (request.state === 'asked') inBackground(presenting.lookUp(this.#context, request))
    this.carryOn()
  }

  /** Where an issuer is out of reach, the next use of the wallet tries again. */
  #refill(): void {
    if (this.#isPaused) return
    for (const { id } of refilling.due(this.#context))
      inBackground(this.#mutex.run(id, () => refilling.carryOn(this.#context, id)))
  }

  /** @returns whether nothing is left to be tried again */
  async #try({ id, from }: { id: string; from: Party }, work: () => Promise<void>): Promise<boolean> {
    const code = await this.#mutex.run(id, work).then(
      () => undefined,
      (error) => (error instanceof HolderError ? error.code : 'failed'),
    )
    const isAway = code === 'unreachable' && awaited.has(this.#find(id)?.state)
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

  #find(id: string): OfferRecord | RequestRecord | undefined {
    const { vault } = this.#context
    return vault.get('openid-offer', id) ?? vault.get('openid-request', id)
  }

  #isOffer(id: string): boolean {
    return this.#context.vault.get('openid-offer', id) !== undefined
  }

  #shownRequest(record: RequestRecord): Shown['requests'] {
    const { vault, sdJwt } = this.#context
    const { id, state, receivedAt, from, answer } = record
    const request = presenting.sdJwtRequest(record)
    if (!request) return []
    const items = sdJwt.match(request, ofFormat(vault.all('credential'), 'sd-jwt'))
    return [{ id, state, receivedAt, from, isUnsent: answer !== undefined, name: '', items }]
  }

  #read(text: string): Link {
    const link = readLink(text)
    if (!link) throw new HolderError('not-an-invitation', 'The link is of another protocol')
    return link
  }
}

/** States in which a person waits, who may end that. */
const awaited = new Set<string | undefined>(
  Object.entries({ ...receivingStates, ...presentingStates }).flatMap(([state, steps]) =>
    'give-up' in steps ? [state] : [],
  ),
)

const shownOffer = ({ id, state, receivedAt, from, kind, names, labels, txCode, transaction }: OfferRecord) => ({
  id,
  state,
  receivedAt,
  from,
  kind,
  attributes: [],
  names: names.map((name) => ({ name, label: labelOf(name, labels) })),
  code: txCode,
  isDeferred: transaction && true,
})

const keyOf = (link: Link): string =>
  'request' in link ? link.request.requestUri : 'offer' in link ? link.offer : link.offerUri
