import { LRUCache } from 'lru-cache'
import type { DidCommStorage } from '../api/didcomm-storage.ts'

/** A signed object as wallets fetch it (did:webvh attested resource). */
export interface AttestedResource {
  id: string
  content: Record<string, unknown>
  metadata?: { resourceType?: string }
  links?: StatusListLink[]
  [key: string]: unknown
}

interface StatusListLink {
  id: string
  type: 'anonCredsStatusList'
  /** Seconds since 1970; the list holds from then until the next one. */
  timestamp: number
}

export type ResourceType = 'anonCredsSchema' | 'anonCredsCredDef' | 'anonCredsRevocRegDef' | 'anonCredsStatusList'

/** Characters of cached resources. */
const mostCached = 8_000_000

/** The last part of a resource's identifier, under which it is served. */
const resourceKey = (resourceId: string): string => resourceId.slice(resourceId.lastIndexOf('/') + 1)

/**
 * Objects that we published, under this host's DID or an earlier one, read from our storage.
 * No others are accepted here, so none is fetched and no signature needs trust.
 */
export class OwnResources {
  readonly #storage: DidCommStorage
  /**
   * Immutable objects as served, by key; registries change with each revocation and are not cached.
   * With several processes, an object that another one removed is served until its entry expires.
   */
  readonly #unchanging = new LRUCache<string, string>({
    maxSize: mostCached,
    sizeCalculation: (json) => json.length,
    ttl: 10 * 60_000,
  })

  constructor(storage: DidCommStorage) {
    this.#storage = storage
  }

  /** The served resource; undefined when there is none. @param key the last part of its identifier */
  async json(key: string): Promise<string | undefined> {
    const kept = this.#unchanging.get(key)
    if (kept !== undefined) return kept
    const json = await this.#storage.readResource(key)
    if (json === undefined) return undefined
    const { metadata } = JSON.parse(json) as AttestedResource
    if (metadata?.resourceType !== 'anonCredsRevocRegDef') this.#unchanging.set(key, json)
    return json
  }

  async find(id: string, type: ResourceType): Promise<AttestedResource | undefined> {
    const json = await this.json(resourceKey(id))
    const resource = json === undefined ? undefined : (JSON.parse(json) as AttestedResource)
    return resource?.id === id && resource.metadata?.resourceType === type ? resource : undefined
  }

  /** The clock of publisher and readers: milliseconds since 1970. */
  now = (): number => this.#storage.now()

  /** The status list in force at a moment, in seconds since 1970. */
  async statusList(registryId: string, moment: number): Promise<AttestedResource | undefined> {
    const registry = await this.find(registryId, 'anonCredsRevocRegDef')
    const inForce = registry?.links?.findLast(({ timestamp }) => timestamp <= moment)
    return inForce && this.find(inForce.id, 'anonCredsStatusList')
  }

  /** After they were removed or written anew. */
  forget(ids: string[]): void {
    for (const id of ids) this.#unchanging.delete(resourceKey(id))
  }

  async write(resource: AttestedResource): Promise<void> {
    const definitionKey = await this.#definitionKeyOf(resource)
    await this.#storage.writeResource(resourceKey(resource.id), JSON.stringify(resource), definitionKey)
    this.forget([resource.id])
  }

  /** All that is published of a definition: itself, its registries and their status lists. */
  async ofDefinition(definitionKey: string): Promise<AttestedResource[]> {
    const found = await this.#storage.readResourcesOf(definitionKey)
    return found.map((json) => JSON.parse(json) as AttestedResource)
  }

  /** A status list names its registry, a registry its definition, and that bears its key as its tag. */
  async #definitionKeyOf({ content, metadata }: AttestedResource): Promise<string | undefined> {
    const { resourceType } = metadata ?? {}
    if (resourceType === 'anonCredsCredDef') return String(content.tag)
    const parent =
      resourceType === 'anonCredsStatusList'
        ? await this.find(String(content.revRegDefId), 'anonCredsRevocRegDef')
        : resourceType === 'anonCredsRevocRegDef'
          ? await this.find(String(content.credDefId), 'anonCredsCredDef')
          : undefined
    return parent && this.#definitionKeyOf(parent)
  }

  /** Whether this is the DID that is published now. */
  async isOwnDid(did: string): Promise<boolean> {
    return (await this.#storage.readDid())?.did === did
  }
}
