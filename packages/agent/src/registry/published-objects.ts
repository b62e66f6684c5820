import type {
  AnonCredsCredentialDefinition,
  AnonCredsRevocationRegistryDefinition,
  AnonCredsRevocationStatusList,
  AnonCredsSchema,
} from '@credo-ts/anoncreds'
import { AnonCredsRegistryService } from '@credo-ts/anoncreds'
import type { AgentContext } from '@credo-ts/core'
import { LRUCache } from 'lru-cache'
import type { Kept } from '../crypto/tasks.ts'

/** A published object: parsed, and as the text that the workers keep. */
export interface Published<Content> extends Kept {
  content: Content
}

/** Something that a presentation or request names cannot be found or is not what it should be. */
export class Unresolvable extends Error {
  override readonly name = 'Unresolvable'
}

/**
 * Schemas, definitions, registries and status lists by their identifiers, ours and foreign ones. What never changes is
 * remembered, so that a visitor's proof costs no lookups beyond the status list in force.
 */
export class PublishedObjects {
  readonly #known = new LRUCache<string, Published<unknown>>({ max: 2_000 })

  async schema(context: AgentContext, id: string): Promise<Published<AnonCredsSchema>> {
    return this.#remembered(id, async () => (await registries(context).getSchema(context, id)).schema)
  }

  async credentialDefinition(context: AgentContext, id: string): Promise<Published<AnonCredsCredentialDefinition>> {
    return this.#remembered(
      id,
      async () => (await registries(context).getCredentialDefinition(context, id)).credentialDefinition,
    )
  }

  async registry(context: AgentContext, id: string): Promise<Published<AnonCredsRevocationRegistryDefinition>> {
    return this.#remembered(
      id,
      async () => (await registries(context).getRevocationRegistryDefinition(context, id)).revocationRegistryDefinition,
    )
  }

  /** The list in force at a moment, in seconds since 1970. Which one that is changes, so it is looked up each time. */
  async statusList(
    context: AgentContext,
    registryId: string,
    moment: number,
  ): Promise<Published<AnonCredsRevocationStatusList>> {
    const { revocationStatusList: list } = await registries(context).getRevocationStatusList(
      context,
      registryId,
      moment,
      { useCache: false, persistInCache: false },
    )
    if (!list?.timestamp) throw new Unresolvable('A status list could not be resolved')
    return this.#remembered(`${registryId} ${list.timestamp}`, async () => list)
  }

  async #remembered<Content>(id: string, read: () => Promise<Content | undefined>): Promise<Published<Content>> {
    const known = this.#known.get(id)
    if (known) return known as Published<Content>
    const content = await read()
    if (!content) throw new Unresolvable('A published object could not be resolved')
    const published = { id, content, json: JSON.stringify(content) }
    this.#known.set(id, published)
    return published
  }
}

const registries = (context: AgentContext): AnonCredsRegistryService => context.resolve(AnonCredsRegistryService)
