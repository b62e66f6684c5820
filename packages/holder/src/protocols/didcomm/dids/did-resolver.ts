import { download } from '../../../core/download.ts'
import { fromUtf8 } from '../../../core/encoding/text.ts'
import { HolderError } from '../../../core/holder-error.ts'
import type { Clock, Fetch } from '../../../core/platform.ts'
import type { DidDocument } from './did-document.ts'
import { resolvePeerDid } from './did-peer.ts'
import { addressOf, documentInLog, longestLog } from './did-webvh.ts'

/** Milliseconds for which a published document stays in the cache, and how many the cache holds. */
const cache = { for: 10 * 60_000, most: 100 }

interface Cached {
  document: Promise<DidDocument>
  until: number
}

/**
 * Resolves did:peer, which say their document themselves, and did:webvh. Rejects with `unreachable`, `untrusted` or
 * `wrong-clock`.
 */
export class DidResolver {
  readonly #fetch: Fetch
  readonly #clock: Clock
  /** By the address of the log. */
  readonly #cached = new Map<string, Cached>()

  constructor({ fetch, clock }: { fetch: Fetch; clock: Clock }) {
    this.#fetch = fetch
    this.#clock = clock
  }

  async resolve(did: string): Promise<DidDocument> {
    try {
      if (did.startsWith('did:peer:')) return resolvePeerDid(did)
      if (did.startsWith('did:webvh:')) return await this.#published(addressOf(did), did)
    } catch (cause) {
      throw untrusted(cause)
    }
    throw new HolderError('untrusted', 'A DID is of a kind that this wallet does not know')
  }

  /** The did:webvh that a host publishes for itself. @param origin e.g. `https://demo.example` */
  async ofHost(origin: string): Promise<DidDocument> {
    try {
      const address = `${origin}/.well-known/did.jsonl`
      const document = await this.#published(address)
      // Any host can publish a copy of another host's log.
      if (addressOf(document.id) !== address) throw new Error('A host publishes the DID of another')
      return document
    } catch (cause) {
      throw untrusted(cause)
    }
  }

  async #published(address: string, did?: string): Promise<DidDocument> {
    const now = this.#clock.now()
    const cached = this.#cached.get(address)
    const document = cached && cached.until > now ? cached.document : this.#read(address)
    if (document !== cached?.document) this.#put(address, { document, until: now + cache.for })
    const found = await document
    if (did !== undefined && found.id !== did) throw new Error('What is published is of another DID')
    return found
  }

  async #read(address: string): Promise<DidDocument> {
    const log = await download({ fetch: this.#fetch, url: address, longest: longestLog })
    return documentInLog(fromUtf8(log), this.#clock.now())
  }

  #put(address: string, cached: Cached): void {
    this.#cached.set(address, cached)
    cached.document.catch(() => this.#cached.delete(address))
    const [oldest] = this.#cached.keys()
    if (this.#cached.size > cache.most && oldest !== undefined) this.#cached.delete(oldest)
  }
}

const untrusted = (cause: unknown): HolderError =>
  cause instanceof HolderError ? cause : new HolderError('untrusted', 'A DID is not as it should be', { cause })
