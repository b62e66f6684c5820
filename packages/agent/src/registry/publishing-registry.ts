import type { AgentContext } from '@credo-ts/core'
import { WebVhAnonCredsRegistry } from '@credo-ts/webvh'
import { LRUCache } from 'lru-cache'
import type { AgentStorage } from '../storage.ts'

type Registered<Method extends (...arguments_: never[]) => Promise<unknown>> = Awaited<ReturnType<Method>>
type Options<Name extends keyof WebVhAnonCredsRegistry> = WebVhAnonCredsRegistry[Name] extends (
  context: AgentContext,
  options?: infer Given,
) => unknown
  ? NonNullable<Given>
  : never

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

/** A list is published this long before it holds, in milliseconds; others' clocks may be that much ahead of ours. */
const leastAhead = 1_000

/** The last part of a resource's identifier, under which it is served. */
const resourceKey = (resourceId: string): string => resourceId.slice(resourceId.lastIndexOf('/') + 1)

/**
 * The did:webvh AnonCreds registry, made complete: it publishes what it registers, and gives status lists the
 * timestamp and the link from their registry without which holders find no revocation entries. Our own objects are
 * read where they were written instead of over the network; a wallet can't make us ask ourselves.
 */
export class PublishingRegistry extends WebVhAnonCredsRegistry {
  readonly #storage: AgentStorage
  /** Status lists by their own identifier; they never change. */
  readonly #lists = new LRUCache<string, Record<string, unknown>>({ max: 200 })

  constructor(storage: AgentStorage) {
    super()
    this.#storage = storage
  }

  override async registerSchema(context: AgentContext, options: Options<'registerSchema'>) {
    return this.#publish(await super.registerSchema(context, options))
  }

  override async registerCredentialDefinition(context: AgentContext, options: Options<'registerCredentialDefinition'>) {
    return this.#publish(await super.registerCredentialDefinition(context, options))
  }

  override async registerRevocationRegistryDefinition(
    context: AgentContext,
    options: Options<'registerRevocationRegistryDefinition'>,
  ) {
    return this.#publish(await super.registerRevocationRegistryDefinition(context, options))
  }

  override async getSchema(context: AgentContext, schemaId: string): ReturnType<WebVhAnonCredsRegistry['getSchema']> {
    const own = await this.#own(schemaId)
    if (!own) return super.getSchema(context, schemaId)
    return { schema: own.content as never, schemaId, resolutionMetadata: {}, schemaMetadata: {} }
  }

  override async getCredentialDefinition(
    context: AgentContext,
    credentialDefinitionId: string,
  ): ReturnType<WebVhAnonCredsRegistry['getCredentialDefinition']> {
    const own = await this.#own(credentialDefinitionId)
    if (!own) return super.getCredentialDefinition(context, credentialDefinitionId)
    return {
      credentialDefinition: own.content as never,
      credentialDefinitionId,
      resolutionMetadata: {},
      credentialDefinitionMetadata: {},
    }
  }

  override async getRevocationRegistryDefinition(
    context: AgentContext,
    revocationRegistryDefinitionId: string,
  ): ReturnType<WebVhAnonCredsRegistry['getRevocationRegistryDefinition']> {
    const own = await this.#own(revocationRegistryDefinitionId)
    if (!own) return super.getRevocationRegistryDefinition(context, revocationRegistryDefinitionId)
    return {
      revocationRegistryDefinition: own.content as never,
      revocationRegistryDefinitionId,
      resolutionMetadata: {},
      revocationRegistryDefinitionMetadata: {},
    }
  }

  override async getRevocationStatusList(
    context: AgentContext,
    registryId: string,
    moment: number,
  ): ReturnType<WebVhAnonCredsRegistry['getRevocationStatusList']> {
    const registry = await this.#own(registryId)
    if (!registry) return super.getRevocationStatusList(context, registryId, moment)
    const inForce = registry.links?.findLast(({ timestamp }) => timestamp <= moment)
    const list = inForce && (this.#lists.get(inForce.id) ?? (await this.#own(inForce.id))?.content)
    if (!list) return { resolutionMetadata: { error: 'notFound' }, revocationStatusListMetadata: {} }
    this.#lists.set(inForce.id, list)
    return { revocationStatusList: list as never, resolutionMetadata: {}, revocationStatusListMetadata: {} }
  }

  /**
   * Publishes a list before the moment from which it holds, so that nobody who asks twice about one moment is told two
   * things. Only a registry's first list holds at once: no credential could have been asked about before.
   *
   * Callers hold the registry's lock, as the links are read, extended and written again. They come with a list made from
   * the latest one, so they have waited until that was in force.
   */
  override async registerRevocationStatusList(context: AgentContext, options: Options<'registerRevocationStatusList'>) {
    const registryKey = resourceKey(options.revocationStatusList.revRegDefId)
    const registry = await this.#read(registryKey)
    if (!registry) throw new Error('The registry of a status list is not published')
    const links = registry.links ?? []

    for (let ahead = links.length === 0 ? 0 : leastAhead; ; ahead *= 2) {
      const timestamp = Math.floor((Date.now() + ahead) / 1000) + (ahead > 0 ? 1 : 0)
      const result = await super.registerRevocationStatusList(context, {
        ...options,
        revocationStatusList: { ...options.revocationStatusList, timestamp } as typeof options.revocationStatusList,
      })
      const list = attestedResource(result)
      if (!list) throw new Error('A status list was not signed')
      await this.#publish(result)
      const updated = await super.updateRevocationRegistryDefinition(context, registry as never, {
        links: [...links, { id: list.id, type: 'anonCredsStatusList', timestamp }],
      })
      // Signing took so long that the moment is here: once more, for a later one. The list just written is never linked.
      if (ahead > 0 && timestamp * 1000 - Date.now() < ahead / 2) continue
      await this.#storage.writeResource(registryKey, JSON.stringify(updated.registrationMetadata))
      return result
    }
  }

  async #publish<Result extends Registered<WebVhAnonCredsRegistry['registerSchema']> | object>(result: Result) {
    const resource = attestedResource(result)
    if (resource) await this.#storage.writeResource(resourceKey(resource.id), JSON.stringify(resource))
    return result
  }

  /** An object of ours, whether of this host's DID or of an earlier one. */
  async #own(id: string): Promise<AttestedResource | undefined> {
    const resource = await this.#read(resourceKey(id))
    return resource?.id === id ? resource : undefined
  }

  async #read(key: string): Promise<AttestedResource | undefined> {
    const json = await this.#storage.readResource(key)
    return json === undefined ? undefined : (JSON.parse(json) as AttestedResource)
  }
}

function attestedResource(result: object): AttestedResource | undefined {
  const metadata = 'registrationMetadata' in result ? (result.registrationMetadata as Record<string, unknown>) : {}
  return metadata.attestedResource as AttestedResource | undefined
}
