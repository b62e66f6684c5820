import type { AgentContext } from '@credo-ts/core'
import { WebVhAnonCredsRegistry } from '@credo-ts/webvh'
import type { AttestedResource, PublishedObjects } from './published-objects.ts'

type Given<Name extends Extract<keyof WebVhAnonCredsRegistry, `register${string}`>> = Required<
  Parameters<WebVhAnonCredsRegistry[Name]>
>

/** A list is published this long before it holds, in milliseconds; others' clocks may be that much ahead of ours. */
const leastAhead = 1_000

/**
 * The did:webvh AnonCreds registry, made complete: it publishes what it registers, and gives status lists the
 * timestamp and the link from their registry without which holders find no revocation entries. It knows our own objects
 * alone: Credo's would fetch those of any host, and accept them when any key at all has signed them.
 */
export class PublishingRegistry extends WebVhAnonCredsRegistry {
  readonly #objects: PublishedObjects

  constructor(objects: PublishedObjects) {
    super()
    this.#objects = objects
  }

  override async registerSchema(...given: Given<'registerSchema'>) {
    return this.#publish(await super.registerSchema(...given))
  }

  override async registerCredentialDefinition(...given: Given<'registerCredentialDefinition'>) {
    return this.#publish(await super.registerCredentialDefinition(...given))
  }

  override async registerRevocationRegistryDefinition(...given: Given<'registerRevocationRegistryDefinition'>) {
    return this.#publish(await super.registerRevocationRegistryDefinition(...given))
  }

  override async getSchema(_context: AgentContext, schemaId: string) {
    const own = await this.#objects.find(schemaId, 'anonCredsSchema')
    return { schema: own?.content as never, schemaId, resolutionMetadata: metadataOf(own), schemaMetadata: {} }
  }

  override async getCredentialDefinition(_context: AgentContext, credentialDefinitionId: string) {
    const own = await this.#objects.find(credentialDefinitionId, 'anonCredsCredDef')
    return {
      credentialDefinition: own?.content as never,
      credentialDefinitionId,
      resolutionMetadata: metadataOf(own),
      credentialDefinitionMetadata: {},
    }
  }

  override async getRevocationRegistryDefinition(_context: AgentContext, revocationRegistryDefinitionId: string) {
    const own = await this.#objects.find(revocationRegistryDefinitionId, 'anonCredsRevocRegDef')
    return {
      revocationRegistryDefinition: own?.content as never,
      revocationRegistryDefinitionId,
      resolutionMetadata: metadataOf(own),
      revocationRegistryDefinitionMetadata: {},
    }
  }

  override async getRevocationStatusList(_context: AgentContext, registryId: string, moment: number) {
    const list = await this.#objects.findStatusList(registryId, moment)
    return {
      revocationStatusList: list?.content as never,
      resolutionMetadata: metadataOf(list),
      revocationStatusListMetadata: {},
    }
  }

  /**
   * Publishes a list before the moment from which it holds, so two reads of one moment agree.
   * Only a registry's first list holds at once: no credential existed before.
   *
   * Callers hold the registry's lock, because its links are read and rewritten. Their list extends the latest one, so
   * that one is already in force.
   */
  override async registerRevocationStatusList(...[context, options]: Given<'registerRevocationStatusList'>) {
    const registry = await this.#objects.find(options.revocationStatusList.revRegDefId, 'anonCredsRevocRegDef')
    if (!registry) throw new Error('The registry of a status list is not published')
    const links = registry.links ?? []

    for (let ahead = links.length === 0 ? 0 : leastAhead; ; ahead *= 2) {
      const timestamp = Math.floor((this.#objects.now() + ahead) / 1000) + (ahead > 0 ? 1 : 0)
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
      // Signing took until the list's moment: repeat for a later one. The list just written is never linked.
      if (ahead > 0 && timestamp * 1000 - this.#objects.now() < ahead / 2) continue
      await this.#objects.write(updated.registrationMetadata as unknown as AttestedResource)
      return result
    }
  }

  async #publish<Result extends object>(result: Result): Promise<Result> {
    const resource = attestedResource(result)
    if (resource) await this.#objects.write(resource)
    return result
  }
}

const metadataOf = (found: object | undefined) => (found ? {} : { error: 'notFound' })

function attestedResource(result: object): AttestedResource | undefined {
  const metadata = 'registrationMetadata' in result ? (result.registrationMetadata as Record<string, unknown>) : {}
  return metadata.attestedResource as AttestedResource | undefined
}
