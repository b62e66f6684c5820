import type {
  AnonCredsCredentialDefinition,
  AnonCredsRevocationRegistryDefinition,
  AnonCredsRevocationStatusList,
  AnonCredsSchema,
} from '@credo-ts/anoncreds'
import { LRUCache } from 'lru-cache'
import type { Cacheable } from '../../core/crypto/tasks.ts'
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

/** A published object: parsed, and as the text that the workers keep. */
export interface Published<Content> extends Cacheable {
  content: Content
}

/** A verifier's knowledge of an issuer. */
export interface VerifierObjects
  extends Pick<PublishedObjects, 'schema' | 'credentialDefinition' | 'registry' | 'statusList'> {
  /** The moment after which a registry's lists are not known, in seconds since 1970; absent where there is none. */
  knownUntil?(registryId: string): Promise<number>
}

/** Something that a presentation or request names is not ours, or is not what it should be. */
export class Unresolvable extends Error {
  override readonly name = 'Unresolvable'
}

/** Characters of cached resources. */
const mostCached = 8_000_000

/** The last part of a resource's identifier, under which it is served. */
const resourceKey = (resourceId: string): string => resourceId.slice(resourceId.lastIndexOf('/') + 1)

/**
 * Objects that we published, under this host's DID or an earlier one, read from our storage.
 * No others are accepted here, so none is fetched and no signature needs trust.
 */
export class PublishedObjects {
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

  /** Rejects with `Unresolvable`, as do the next three. */
  async schema(id: string): Promise<Published<AnonCredsSchema>> {
    return published(await this.find(id, 'anonCredsSchema'))
  }

  async credentialDefinition(id: string): Promise<Published<AnonCredsCredentialDefinition>> {
    return published(await this.find(id, 'anonCredsCredDef'))
  }

  async registry(id: string): Promise<Published<AnonCredsRevocationRegistryDefinition>> {
    return published(await this.find(id, 'anonCredsRevocRegDef'))
  }

  /** The list in force at a moment, in seconds since 1970. */
  async statusList(registryId: string, moment: number): Promise<Published<AnonCredsRevocationStatusList>> {
    return published(await this.findStatusList(registryId, moment))
  }

  /** The clock of publisher and readers: milliseconds since 1970. */
  now = (): number => this.#storage.now()

  /** The present moment in status lists, in seconds since 1970. */
  moment = (): number => Math.floor(this.now() / 1_000)

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

  /** Under its kind as well, so that no definition passes as a schema. */
  async find(id: string, type: ResourceType): Promise<AttestedResource | undefined> {
    const json = await this.json(resourceKey(id))
    const resource = json === undefined ? undefined : (JSON.parse(json) as AttestedResource)
    return resource?.id === id && resource.metadata?.resourceType === type ? resource : undefined
  }

  /** @param moment in seconds since 1970. Which list is in force then changes, so it is looked up each time. */
  async findStatusList(registryId: string, moment: number): Promise<AttestedResource | undefined> {
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

  /** Rejects with `Unresolvable` unless this is the DID that is published now. */
  async checkIssuer(did: string): Promise<void> {
    if ((await this.#storage.readDid())?.did !== did) throw new Unresolvable('The issuer is not this one')
  }
}

function published<Content>(found: AttestedResource | undefined): Published<Content> {
  if (!found) throw new Unresolvable('There is no such published object of ours')
  const { id, content } = found
  return { id, content: content as Content, json: JSON.stringify(content) }
}
