import { type AgentContext, type DidResolutionResult, PeerDidResolver } from '@credo-ts/core'
import { LRUCache } from 'lru-cache'

/** A did:peer contains its own document, so it is resolved once per visit. The cache is bounded (`bounds.ts`). */
export class CachingPeerResolver extends PeerDidResolver {
  readonly #cache = new LRUCache<string, DidResolutionResult>({ max: 5_000, ttl: 10 * 60_000, ttlAutopurge: true })

  override async resolve(context: AgentContext, did: string): Promise<DidResolutionResult> {
    const cached = this.#cache.get(did)
    if (cached) return cached
    const resolved = await super.resolve(context, did)
    if (resolved.didDocument) this.#cache.set(did, resolved)
    return resolved
  }
}
