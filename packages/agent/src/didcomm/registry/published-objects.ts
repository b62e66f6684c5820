import type {
  AnonCredsCredentialDefinition,
  AnonCredsRevocationRegistryDefinition,
  AnonCredsRevocationStatusList,
  AnonCredsSchema,
} from '@credo-ts/anoncreds'
import { LRUCache } from 'lru-cache'
import type { Cacheable } from '../../core/crypto/tasks.ts'
import type { OwnResources, ResourceType } from './own-resources.ts'

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

/** Definitions are looked at again after an hour; a status list of 1,000 credentials has about 3 KB as text. */
const cacheLimits = { max: 2_000, maxSize: 32 * 1024 * 1024, ttl: 60 * 60_000 }

/**
 * Our schemas, definitions, registries and status lists by identifier. Immutable ones are cached, so a proof looks up
 * only the current status list. All methods reject with `Unresolvable`.
 */
export class PublishedObjects {
  readonly #own: OwnResources
  readonly #cache = new LRUCache<string, Published<unknown>>({
    ...cacheLimits,
    sizeCalculation: ({ json }) => json.length,
  })

  constructor(own: OwnResources) {
    this.#own = own
  }

  async schema(id: string): Promise<Published<AnonCredsSchema>> {
    return this.#object(id, 'anonCredsSchema')
  }

  async credentialDefinition(id: string): Promise<Published<AnonCredsCredentialDefinition>> {
    return this.#object(id, 'anonCredsCredDef')
  }

  async registry(id: string): Promise<Published<AnonCredsRevocationRegistryDefinition>> {
    return this.#object(id, 'anonCredsRevocRegDef')
  }

  /** The present moment in status lists, in seconds since 1970. */
  now = (): number => Math.floor(this.#own.now() / 1000)

  /** The list in force at a moment, in seconds since 1970. Which one that is changes, so it is looked up each time. */
  async statusList(registryId: string, moment: number): Promise<Published<AnonCredsRevocationStatusList>> {
    const list = (await this.#own.statusList(registryId, moment))?.content
    return this.#cached(`${registryId} ${list?.timestamp}`, async () => list)
  }

  /** Drops objects that are no longer published. */
  forget(ids: string[]): void {
    const gone = new Set(ids)
    for (const key of [...this.#cache.keys()])
      if (key.split(' ').some((word) => gone.has(word))) this.#cache.delete(key)
  }

  async checkIssuer(did: string): Promise<void> {
    if (!(await this.#own.isOwnDid(did))) throw new Unresolvable('The issuer is not this one')
  }

  /** Under its kind as well, so that no definition passes as a schema. */
  async #object<Content>(id: string, type: ResourceType): Promise<Published<Content>> {
    const { content, json } = await this.#cached(`${type} ${id}`, async () => (await this.#own.find(id, type))?.content)
    return { id, content: content as Content, json }
  }

  async #cached<Content>(id: string, read: () => Promise<object | undefined>): Promise<Published<Content>> {
    const cached = this.#cache.get(id)
    if (cached) return cached as Published<Content>
    const content = await read()
    if (!content) throw new Unresolvable('There is no such published object of ours')
    const published = { id, content: content as Content, json: JSON.stringify(content) }
    this.#cache.set(id, published)
    return published
  }
}
