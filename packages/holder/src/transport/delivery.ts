import { type Context, keyFor, newMessage } from '../context.ts'
import { pack, readEnvelope, recipientsOf, unpack } from '../didcomm/envelope.ts'
import { messageSchema } from '../didcomm/message.ts'
import { noAddress } from '../dids/did-peer.ts'
import { fromBase58 } from '../encoding/base58.ts'
import type { Snapshot } from '../snapshot.ts'
import type { Message, OutgoingRecord, PeerRecord } from '../storage/records.ts'
import { removal } from '../storage/vault.ts'
import { Line } from './line.ts'

/** Milliseconds after which a message that nobody answers counts as sent, if the socket is still open. */
const sentAfter = 2_000
/** Connections that are asked for what waits when a line opens, a few at a time: the other side takes few messages at once. */
const fetching = { most: 200, atOnce: 4, pause: 3_000 }

/** Messages that are asked for at once. */
const mostDelivered = 50

/** A message that somebody sent. */
export interface Opened {
  peer: PeerRecord
  message: Message
  /** The key that it was packed with, base58. */
  sender: string
}

/**
 * Carries messages: one socket for each address, whoever is behind it. What waits to be sent is in storage, and is sent in its order
 * whenever the line to its address opens; what awaits an answer is sent again each time.
 */
export class Delivery {
  readonly #context: Context
  readonly #receive: (opened: Opened) => void
  readonly #onChange: () => void
  readonly #lines = new Map<string, Line>()
  /** Messages by the session of the line that they were sent in. */
  readonly #sent = new Map<string, string>()
  /** For each address, connections yet to be asked for what waits for them, and those asked now. */
  readonly #toFetch = new Map<string, { waiting: string[]; asked: Map<string, () => void> }>()

  constructor(context: Context, { receive, onChange }: { receive: (opened: Opened) => void; onChange: () => void }) {
    this.#context = context
    this.#receive = receive
    this.#onChange = onChange
  }

  get network(): Snapshot['network'] {
    const lines = [...this.#lines.values()]
    if (lines.length === 0 || lines.some(({ isOpen }) => isOpen)) return 'online'
    return lines.some(({ failures }) => failures > 0) ? 'offline' : 'connecting'
  }

  /** Opens the lines that are needed, closes the others, and sends what waits. */
  run(): void {
    const needed = new Map(
      this.#context.vault
        .all('peer')
        .filter((peer) => this.#needsLine(peer))
        .map((peer) => [urlOf(peer), peer]),
    )
    for (const url of needed.keys()) {
      if (/^wss?:/.test(url) && !this.#lines.has(url)) this.#lines.set(url, this.#line(url))
    }
    for (const [url, line] of this.#lines) {
      if (needed.has(url)) this.#sendOn(url, line)
      else this.#end(url, line)
    }
  }

  wake(): void {
    for (const line of this.#lines.values()) line.wake()
  }

  close(): void {
    for (const [url, line] of this.#lines) this.#end(url, line)
  }

  #end(url: string, line: Line): void {
    this.#lines.delete(url)
    this.#toFetch.delete(url)
    line.close()
  }

  #needsLine(peer: PeerRecord): boolean {
    if (peer.state === 'connected' || peer.state === 'connecting') return true
    const { vault } = this.#context
    return (
      vault.all('outgoing').some(({ peerId }) => peerId === peer.id) ||
      vault.all('request').some(({ peerId, state }) => peerId === peer.id && state === 'answered')
    )
  }

  #line(url: string): Line {
    const { openSocket, clock, randomBytes } = this.#context.parts
    let session = 0
    return new Line({
      url,
      openSocket,
      clock,
      random: () => (randomBytes(1)[0] ?? 0) / 255,
      onText: (text) => this.#take(text),
      ping: () => this.#ping(url),
      onChange: () => {
        const line = this.#lines.get(url)
        if (line?.isOpen && line.session !== session) {
          session = line.session
          this.#opened(url, line)
        }
        this.#onChange()
      },
    })
  }

  #peersAt(url: string): PeerRecord[] {
    return this.#context.vault.all('peer').filter((peer) => urlOf(peer) === url)
  }

  #opened(url: string, line: Line): void {
    const peers = this.#peersAt(url).filter(({ state }) => state === 'connected' || state === 'connecting')
    const newestFirst = peers.sort((one, other) => other.since - one.since).slice(0, fetching.most)
    this.#toFetch.set(url, { waiting: newestFirst.map(({ id }) => id), asked: new Map() })
    this.#fetchWaiting(url)
    this.#sendOn(url, line)
  }

  /** Asks for what came while the line was closed (message pickup 2.0, RFC 0685); whoever is asked also learns where to send now. */
  #fetchWaiting(url: string): void {
    const fetch = this.#toFetch.get(url)
    const line = this.#lines.get(url)
    while (fetch && line && fetch.asked.size < fetching.atOnce) {
      const peerId = fetch.waiting.shift()
      const peer = peerId === undefined ? undefined : this.#context.vault.get('peer', peerId)
      if (!peer) {
        if (peerId === undefined) return
        continue
      }
      this.#pack(
        line,
        peer,
        newMessage(this.#context, 'messagepickup/2.0/delivery-request', undefined, { limit: mostDelivered }),
      )
      const next = () => {
        fetch.asked.delete(peer.id)
        if (this.#toFetch.get(url) === fetch) this.#fetchWaiting(url)
      }
      fetch.asked.set(peer.id, this.#context.parts.clock.after(fetching.pause, next))
    }
  }

  /** Somebody was heard, so the next may be asked. */
  #heard(peer: PeerRecord): void {
    const fetch = this.#toFetch.get(urlOf(peer))
    const cancel = fetch?.asked.get(peer.id)
    if (!cancel) return
    cancel()
    fetch?.asked.delete(peer.id)
    this.#fetchWaiting(urlOf(peer))
  }

  #sendOn(url: string, line: Line): void {
    if (!line.isOpen) return
    const waiting = this.#context.vault.all('outgoing').sort((one, other) => one.at - other.at)
    for (const id of this.#sent.keys()) if (!this.#context.vault.get('outgoing', id)) this.#sent.delete(id)
    for (const outgoing of waiting) {
      const peer = this.#context.vault.get('peer', outgoing.peerId)
      if (peer && urlOf(peer) === url) this.#sendOnce(outgoing, peer, line, `${url} ${line.session}`)
    }
  }

  #sendOnce(outgoing: OutgoingRecord, peer: PeerRecord, line: Line, session: string): void {
    if (this.#sent.get(outgoing.id) === session) return
    this.#sent.set(outgoing.id, session)
    this.#pack(line, peer, outgoing.message)
    if (outgoing.awaitsAnswer) return
    this.#context.parts.clock.after(sentAfter, () => {
      const { endpoint } = peer.theirs
      if (!line.isOpen || session !== `${socketUrl(endpoint)} ${line.session}`) return
      void this.#context.vault.commit(removal('outgoing', outgoing.id)).catch(() => undefined)
    })
  }

  #pack(line: Line, peer: PeerRecord, message: Message): void {
    const { randomBytes } = this.#context.parts
    let [to, ...via] = [...peer.theirs.recipientKeys.slice(0, 1), ...peer.theirs.routingKeys]
    if (!to) return
    let packed = pack(withService(message, peer), fromBase58(to), keyFor(peer), randomBytes)
    // Through mediators, each of which opens one cover (RFC 0094).
    for (const next of via) {
      const forward = newMessage(this.#context, 'routing/1.0/forward', undefined, { to, msg: JSON.parse(packed) })
      packed = pack(forward, fromBase58(next), undefined, randomBytes)
      to = next
    }
    line.send(packed)
  }

  #ping(url: string): boolean {
    const [peer] = this.#peersAt(url).filter(({ state }) => state === 'connected')
    const line = this.#lines.get(url)
    if (!peer || !line) return false
    this.#pack(line, peer, newMessage(this.#context, 'trust_ping/1.0/ping', undefined, { response_requested: true }))
    return true
  }

  /** @returns undefined for what is not for this wallet, or no message */
  open(text: string): Opened | undefined {
    const sealed = readEnvelope(text)
    if (!sealed) return undefined
    const recipients = recipientsOf(sealed)
    const peer = this.#context.vault.all('peer').find((each) => recipients.includes(keyFor(each).kid))
    if (!peer) return undefined
    try {
      const { message, sender } = unpack(sealed, keyFor(peer))
      const { success, data } = messageSchema.safeParse(message)
      return success && sender ? { peer, message: data, sender } : undefined
    } catch {
      // Not packed for this wallet by anybody who knows how.
      return undefined
    }
  }

  #take(text: string): void {
    const opened = this.open(text)
    if (!opened) return
    this.#heard(opened.peer)
    this.#receive(opened)
  }
}

/** Where nobody has a connection, each message says where its answer goes (RFC 0056). */
const withService = (message: Message, peer: PeerRecord): Message =>
  peer.state === 'connectionless'
    ? { ...message, '~service': { recipientKeys: [keyFor(peer).kid], routingKeys: [], serviceEndpoint: noAddress } }
    : message

const urlOf = (peer: PeerRecord): string => socketUrl(peer.theirs.endpoint)

/** Invitations name an http address; the socket is at the same place. */
const socketUrl = (endpoint: string): string => endpoint.replace(/^http/, 'ws')
