import { inBackground } from '../../../core/in-background.ts'
import { type Context, newMessage } from '../didcomm-context.ts'
import { type Message, type OutgoingRecord, type PeerRecord, removal } from '../records/didcomm-records.ts'
import { Link } from './link.ts'
import { packed } from './peer-envelopes.ts'
import { Posting } from './posting.ts'

/** Milliseconds after which an unanswered message counts as sent, if the socket is still open. */
const sentAfter = 2_000
/** Connections that are asked for what waits, a few at a time: the other side takes few messages at once. */
const fetching = { most: 200, mostPosted: 5, atOnce: 4, pause: 3_000 }
/** Messages that are asked for at once. */
const mostDelivered = 50

/** Where messages of one address go by socket. Invitations name an http address; the socket is at the same place. */
export const socketUrl = ({ theirs }: PeerRecord): string => theirs.endpoint.replace(/^http/, 'ws')

/**
 * Sends everything for one address, through one socket, or by HTTP where none opens. Queued messages go in order
 * whenever there is a way; those that await an answer go again after each loss.
 */
export class Address {
  readonly #context: Context
  readonly #url: string
  readonly #link: Link
  readonly #posting: Posting
  /** Messages by the session of the link that they were sent in; below zero when they were posted. */
  readonly #sent = new Map<string, number>()
  /** Connections yet to be asked for what waits for them, and those asked now. */
  #toFetch: { waiting: string[]; asked: Map<string, () => void> } = { waiting: [], asked: new Map() }
  #session = 0

  constructor(context: Context, url: string, heard: { onText(text: string): void; onChange(): void }) {
    const { openSocket, clock, fetch } = context
    this.#context = context
    this.#url = url
    this.#posting = new Posting({ fetch, clock, waiting: () => this.#toPost(), ...heard })
    this.#link = new Link({
      url,
      openSocket,
      clock,
      random: Math.random,
      onText: heard.onText,
      ping: () => this.#ping(),
      onChange: () => {
        // A link reports its first state before it is here.
        queueMicrotask(() => this.#linkChanged())
        heard.onChange()
      },
    })
  }

  get state(): 'reached' | 'connecting' | 'lost' {
    if (this.#link.isOpen || this.#posting.works) return 'reached'
    return this.#link.failures > 0 ? 'lost' : 'connecting'
  }

  /** Sends what waits and was not sent yet. */
  run(): void {
    if (this.#posting.works) void this.#posting.run()
    if (!this.#link.isOpen) return
    for (const { outgoing, peer } of this.#waiting()) this.#sendOnce(outgoing, peer)
  }

  wake(): void {
    this.#link.wake()
  }

  close(): void {
    this.#link.close()
    this.#posting.close()
    for (const cancel of this.#toFetch.asked.values()) cancel()
  }

  /** A peer answered, so the next may be asked. */
  heard({ id }: PeerRecord): void {
    this.#toFetch.asked.get(id)?.()
    if (this.#toFetch.asked.delete(id)) this.#fetchNext()
  }

  #linkChanged(): void {
    const { isOpen, session, failures } = this.#link
    // Sockets may be what this address does not have; one that had them gets them again.
    if (!isOpen && failures > 0 && session === 0) void this.#posting.run()
    if (!isOpen || session === this.#session) return
    this.#session = session
    this.#toFetch = { waiting: this.#newestPeers(fetching.most).map(({ id }) => id), asked: new Map() }
    this.#fetchNext()
    this.run()
  }

  #peers(): PeerRecord[] {
    return this.#context.vault.all('peer').filter((peer) => socketUrl(peer) === this.#url)
  }

  #newestPeers(most: number): PeerRecord[] {
    const peers = this.#peers().filter(({ state }) => state === 'connected')
    return peers.sort((one, other) => other.since - one.since).slice(0, most)
  }

  #waiting(): { outgoing: OutgoingRecord; peer: PeerRecord }[] {
    const { vault } = this.#context
    const inOrder = vault.all('outgoing').sort((one, other) => one.at - other.at)
    const current = new Set(inOrder.map(keyOf))
    for (const key of this.#sent.keys()) if (!current.has(key)) this.#sent.delete(key)
    return inOrder.flatMap((outgoing) => {
      const peer = vault.get('peer', outgoing.peerId)
      return peer && socketUrl(peer) === this.#url ? [{ outgoing, peer }] : []
    })
  }

  #fetchNext(): void {
    const fetch = this.#toFetch
    while (fetch.asked.size < fetching.atOnce) {
      const peerId = fetch.waiting.shift()
      if (peerId === undefined) return
      const peer = this.#context.vault.get('peer', peerId)
      if (!peer) continue
      this.#send(peer, this.#fetchMessage())
      const next = () => {
        fetch.asked.delete(peerId)
        if (this.#toFetch === fetch) this.#fetchNext()
      }
      fetch.asked.set(peerId, this.#context.clock.after(fetching.pause, next))
    }
  }

  /** Asks for what came meanwhile (message pickup 2.0, RFC 0685); the peer also learns where to send now. */
  #fetchMessage(): Message {
    return newMessage('messagepickup/2.0/delivery-request', undefined, { limit: mostDelivered })
  }

  #sendOnce(outgoing: OutgoingRecord, peer: PeerRecord): void {
    const { session } = this.#link
    if (this.#sent.get(keyOf(outgoing)) === session) return
    this.#sent.set(keyOf(outgoing), session)
    this.#send(peer, outgoing.message)
    if (outgoing.awaitsAnswer) return
    this.#context.clock.after(sentAfter, () => {
      if (this.#link.isOpen && this.#link.session === session) this.#forget(outgoing)
    })
  }

  #forget({ id }: OutgoingRecord): void {
    inBackground(this.#context.vault.commit(removal('outgoing', id)))
  }

  #send(peer: PeerRecord, message: Message): void {
    this.#link.send(packed(peer, message))
  }

  #ping(): boolean {
    const peer = this.#peers().find(({ state }) => state === 'connected')
    if (!peer) return false
    this.#send(peer, newMessage('trust_ping/1.0/ping', undefined, { response_requested: true }))
    return true
  }

  /** The waiting messages to post, once each, and then the request for new ones. */
  #toPost() {
    if (this.#link.isOpen) return []
    const posted = -1 - this.#posting.breaks
    const waiting = this.#waiting().filter(
      ({ outgoing, peer }) => this.#sent.get(keyOf(outgoing)) !== posted && byHttp(peer),
    )
    const asked = this.#newestPeers(fetching.mostPosted).filter(byHttp)
    const letter = (peer: PeerRecord, message: Message, taken: () => void) => ({
      endpoint: peer.theirs.endpoint,
      envelope: packed(peer, message),
      taken,
    })
    return [
      ...waiting.map(({ outgoing, peer }) =>
        letter(peer, outgoing.message, () => {
          this.#sent.set(keyOf(outgoing), posted)
          if (!outgoing.awaitsAnswer) this.#forget(outgoing)
        }),
      ),
      ...asked.map((peer) => letter(peer, this.#fetchMessage(), () => undefined)),
    ]
  }
}

/** An answer that is given once more is sent once more, though it is the same message. */
const keyOf = ({ id, at }: OutgoingRecord): string => `${id} ${at}`

const byHttp = ({ theirs }: PeerRecord): boolean => theirs.endpoint.startsWith('http')
