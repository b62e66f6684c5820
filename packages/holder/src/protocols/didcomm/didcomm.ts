import { HolderError } from '../../core/holder-error.ts'
import { inBackground } from '../../core/in-background.ts'
import { KeyedMutex } from '../../core/keyed-mutex.ts'
import type { Received } from '../../core/port.ts'
import { runPeriodically } from '../../core/run-periodically.ts'
import type { Chosen, Connection, HistoryEntry } from '../../core/snapshot.ts'
import { ofFormat } from '../../formats/credentials.ts'
import type { Protocol, Shown } from '../protocol.ts'
import { type Context, type DidcommDependencies, partyOf } from './didcomm-context.ts'
import * as connecting from './exchanges/connecting.ts'
import { takeMessage } from './exchanges/incoming.ts'
import * as issuing from './exchanges/issuing.ts'
import * as proving from './exchanges/proving.ts'
import {
  type DidcommRecords,
  type OfferRecord,
  type PeerRecord,
  type RequestRecord,
  removal,
} from './records/didcomm-records.ts'
import { expiredRecords, lateMessages } from './records/expired-records.ts'
import { Delivery } from './transport/delivery.ts'
import type { Opened } from './transport/peer-envelopes.ts'

/** Peers that speak DIDComm v1, over connections or without one. */
export class Didcomm implements Protocol {
  readonly #context: Context
  /** By peer: its messages, and what the person decides, one after the other. */
  readonly #mutex = new KeyedMutex()
  readonly #delivery: Delivery
  #isPaused = true
  #endPeriodically: () => void = () => undefined

  /** @param onNetwork called when its connections have changed */
  constructor(given: DidcommDependencies, onNetwork: () => void) {
    this.#context = { ...given, sendWaiting: () => !this.#isPaused && this.#delivery.run() }
    this.#delivery = new Delivery(this.#context, { receive: (message) => this.#take(message), onChange: onNetwork })
  }

  shown(): Shown {
    const { vault } = this.#context
    const { link, unreachable } = this.#delivery
    return {
      connections: vault.all('peer').flatMap(shownConnection),
      offers: vault.all('offer').map((offer) => this.#shownOffer(offer)),
      requests: vault.all('request').flatMap((request) => this.#shownRequest(request)),
      waiting: vault.all('outgoing').length,
      link,
      unreachable,
    }
  }

  /** By its address alone, no link shows that it is no invitation. */
  takes(): boolean {
    return true
  }

  async receive(link: string): Promise<Received> {
    const { peer, isKnown } = await connecting.receive(this.#context, link)
    if (peer.state !== 'connectionless') return { connectionId: peer.id }
    for (const message of isKnown ? [] : peer.attached)
      await this.#mutex.run(peer.id, () => takeMessage(this.#context, { peer, message }))
    const request = this.#context.vault.all('request').find(({ peerId }) => peerId === peer.id)
    if (!request) throw new HolderError('unsupported-invitation', 'The invitation asks for nothing that is known')
    return { requestId: request.id }
  }

  async withdraw(link: string): Promise<void> {
    const peer = await connecting.find(this.#context, link)
    const isOpen = ({ peerId, state }: RequestRecord) => peerId === peer?.id && state === 'asked'
    const request = this.#context.vault.all('request').find(isOpen)
    if (!request) return
    await this.#act('request', request.id, async (current) => {
      if (isOpen(current)) await proving.takeOutcome(this.#context, current, 'reported')
    })
  }

  has(id: string): boolean {
    const { vault } = this.#context
    return vault.get('offer', id) !== undefined || vault.get('request', id) !== undefined
  }

  accept(id: string): Promise<void> {
    return this.#act('offer', id, (offer) => issuing.accept(this.#context, offer))
  }

  decline(id: string, reason: string): Promise<void> {
    return this.#context.vault.get('offer', id)
      ? this.#act('offer', id, (offer) => issuing.decline(this.#context, offer, reason))
      : this.#act('request', id, (request) => proving.decline(this.#context, request, reason))
  }

  giveUp(id: string, why: HistoryEntry['why'] = 'given-up'): Promise<void> {
    return this.#context.vault.get('offer', id)
      ? this.#act('offer', id, (offer) => issuing.giveUp(this.#context, offer, why))
      : this.#act('request', id, (request) => proving.giveUp(this.#context, request, why))
  }

  answer(id: string, chosen: Chosen): Promise<void> {
    return this.#act('request', id, (request) => proving.answer(this.#context, request, chosen))
  }

  async sweep(): Promise<void> {
    const { vault, clock } = this.#context
    await vault.commit(...expiredRecords(vault, clock.now()))
  }

  async pause(): Promise<void> {
    this.#isPaused = true
    this.#endPeriodically()
    this.#delivery.close()
    await this.#mutex.whenIdle()
  }

  goOn(): void {
    this.#isPaused = false
    this.#endPeriodically = runPeriodically(this.#context, () => inBackground(this.#endLate()))
    this.#delivery.run()
    this.#lookAgain()
  }

  wake(): void {
    this.#delivery.wake()
    this.#lookAgain()
  }

  /** Reads again what was out of reach before. */
  #lookAgain(): void {
    const { vault } = this.#context
    for (const { id, hostDid } of vault.all('peer'))
      if (!hostDid) inBackground(connecting.lookUpHost(this.#context, id))
    for (const { id, peerId, kind, issued } of vault.all('offer')) {
      const peer = vault.get('peer', peerId)
      if (!kind.name) inBackground(issuing.describe(this.#context, id))
      if (issued && peer)
        inBackground(this.#mutex.run(peerId, () => issuing.takeCredential(this.#context, peer, issued)))
    }
    for (const request of vault.all('request'))
      if (request.state === 'asked') inBackground(proving.lookUp(this.#context, request))
  }

  /** Gives up what was written long ago, once it was tried anew. */
  async #endLate(): Promise<void> {
    const { vault, clock } = this.#context
    const late = lateMessages(vault, clock.now())
    const waiting = [...vault.all('offer'), ...vault.all('request')].filter(({ awaited = '' }) =>
      late.includes(awaited),
    )
    await Promise.allSettled(waiting.map(({ id }) => this.giveUp(id, 'late')))
    await vault.commit(...late.map((id) => removal('outgoing', id)))
  }

  /** One message of a connection after the other; whatever is wrong with one costs that one. */
  #take({ peer, message, sender }: Opened): void {
    if (this.#isPaused) return
    void this.#mutex
      .run(peer.id, async () => {
        const current = this.#context.vault.get('peer', peer.id)
        if (current) await takeMessage(this.#context, { peer: current, message, sender })
      })
      .catch(() => undefined)
  }

  /** In the order of the messages of the same connection. */
  async #act<Kind extends 'offer' | 'request'>(
    kind: Kind,
    id: string,
    work: (record: DidcommRecords[Kind]) => Promise<void>,
  ): Promise<void> {
    const { vault } = this.#context
    await this.#mutex.run(vault.require(kind, id).peerId, () => work(vault.require(kind, id)))
  }

  #shownOffer(offer: OfferRecord): Shown['offers'][number] {
    const { id, peerId, state, receivedAt, comment, kind, attributes } = offer
    const from = partyOf(this.#context.vault.get('peer', peerId), comment)
    return { id, connectionId: peerId, from, state, receivedAt, kind, attributes }
  }

  #shownRequest(record: RequestRecord): Shown['requests'] {
    const { id, peerId, state, receivedAt, request, comment } = record
    if (!request) return []
    const { vault, anoncreds } = this.#context
    const peer = vault.get('peer', peerId)
    return [
      {
        id,
        connectionId: peer?.state === 'connectionless' ? undefined : peerId,
        from: partyOf(peer),
        state,
        receivedAt,
        name: request.name,
        comment,
        items: anoncreds.match(request, ofFormat(vault.all('credential'), 'anoncreds')),
      },
    ]
  }
}

function shownConnection(peer: PeerRecord): Connection[] {
  const { id, state, since } = peer
  return state === 'connectionless' ? [] : [{ id, with: partyOf(peer), state, since }]
}
