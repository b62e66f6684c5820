import type { Party } from '../../../core/snapshot.ts'
import { type Context, partyOf } from '../didcomm-context.ts'
import type { PeerRecord } from '../records/didcomm-records.ts'
import { Address, socketUrl } from './address.ts'
import { type Opened, opened } from './peer-envelopes.ts'

/** Carries messages to and from all addresses of peers that may send or receive something. */
export class Delivery {
  readonly #context: Context
  readonly #receive: (opened: Opened) => void
  readonly #onChange: () => void
  readonly #addresses = new Map<string, Address>()

  constructor(context: Context, { receive, onChange }: { receive: (opened: Opened) => void; onChange: () => void }) {
    this.#context = context
    this.#receive = receive
    this.#onChange = onChange
  }

  /** Undefined where no address is needed. */
  get link(): 'online' | 'connecting' | undefined {
    const states = [...this.#addresses.values()].map(({ state }) => state)
    if (states.length === 0) return undefined
    return states.includes('reached') ? 'online' : 'connecting'
  }

  /** The peers at the addresses that were lost; of those at one address, the one that the wallet met last. */
  get unreachable(): Party[] {
    const newest = this.#context.vault.all('peer').sort((one, other) => other.since - one.since)
    return [...this.#addresses].flatMap(([url, { state }]) => {
      const peer = newest.find((each) => socketUrl(each) === url)
      return state === 'lost' && peer ? [partyOf(peer)] : []
    })
  }

  /** Opens the sockets that are needed, closes the rest, and sends waiting messages. */
  run(): void {
    const peers = this.#context.vault.all('peer').filter((peer) => this.#isNeeded(peer))
    const needed = new Set(peers.map(socketUrl).filter((url) => /^wss?:/.test(url)))
    for (const url of needed) if (!this.#addresses.has(url)) this.#addresses.set(url, this.#address(url))
    for (const [url, address] of this.#addresses) {
      if (needed.has(url)) address.run()
      else this.#end(url, address)
    }
  }

  wake(): void {
    for (const address of this.#addresses.values()) address.wake()
  }

  close(): void {
    for (const [url, address] of this.#addresses) this.#end(url, address)
  }

  #end(url: string, address: Address): void {
    this.#addresses.delete(url)
    address.close()
  }

  #isNeeded({ id, state }: PeerRecord): boolean {
    if (state === 'connected' || state === 'connecting') return true
    const { vault } = this.#context
    return (
      vault.all('outgoing').some(({ peerId }) => peerId === id) ||
      vault.all('request').some((request) => request.peerId === id && request.state === 'answered')
    )
  }

  #address(url: string): Address {
    return new Address(this.#context, url, { onText: (text) => this.#take(text), onChange: this.#onChange })
  }

  #take(text: string): void {
    const message = opened(this.#context, text)
    if (!message) return
    this.#addresses.get(socketUrl(message.peer))?.heard(message.peer)
    this.#receive(message)
  }
}
