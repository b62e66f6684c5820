import { type AgentContext, type DidResolutionResult, PeerDidResolver } from '@credo-ts/core'
import { LRUCache } from 'lru-cache'

/** A did:peer contains its own document, so it is resolved once per visit. The cache is bounded (`bounds.ts`). */
export class CachingPeerResolver extends PeerDidResolver {
  readonly #known = new LRUCache<string, DidResolutionResult>({ max: 5_000, ttl: 10 * 60_000, ttlAutopurge: true })

  override async resolve(context: AgentContext, did: string): Promise<DidResolutionResult> {
    const known = this.#known.get(did)
    if (known) return known
    const resolved = await super.resolve(context, did)
    if (resolved.didDocument) this.#known.set(did, resolved)
    return resolved
  }
}
