import {
  AnonCredsCredentialDefinitionPrivateRepository,
  AnonCredsCredentialDefinitionRepository,
  AnonCredsKeyCorrectnessProofRepository,
  AnonCredsRevocationRegistryDefinitionPrivateRepository,
  AnonCredsRevocationRegistryDefinitionRepository,
  type AnonCredsSchemaRecord,
} from '@credo-ts/anoncreds'
import type { AgentContext } from '@credo-ts/core'
import type { AgentStorage } from '../../port/storage.ts'
import type { CredoAgent } from '../credo/agent.ts'
import type { OwnResources, ResourceType } from '../registry/own-resources.ts'
import type { PublishedObjects } from '../registry/published-objects.ts'
import type { PublicTailsFiles } from '../registry/tails-files.ts'
import type { IssuerKeys } from '../store/issuer-keys.ts'

/** Takes away all that there is of a definition. */
export class Removal {
  readonly #credo: CredoAgent
  readonly #storage: AgentStorage
  readonly #own: OwnResources
  readonly #objects: PublishedObjects
  readonly #issuerKeys: IssuerKeys
  readonly #tailsFiles: PublicTailsFiles

  constructor(dependencies: {
    credo: CredoAgent
    storage: AgentStorage
    own: OwnResources
    objects: PublishedObjects
    issuerKeys: IssuerKeys
    tailsFiles: PublicTailsFiles
  }) {
    this.#credo = dependencies.credo
    this.#storage = dependencies.storage
    this.#own = dependencies.own
    this.#objects = dependencies.objects
    this.#issuerKeys = dependencies.issuerKeys
    this.#tailsFiles = dependencies.tailsFiles
  }

  /**
   * Includes definitions of an earlier DID and half-made ones: the published object comes first and leads to the rest.
   * Files go before the rows that name them, so a repetition after a sudden end still finds them.
   * @param schemas those that the definition may have
   */
  async remove(key: string, schemas: AnonCredsSchemaRecord[]): Promise<void> {
    const resources = await this.#own.ofDefinition(key)
    const ofType = (type: ResourceType) => resources.filter(({ metadata }) => metadata?.resourceType === type)
    const credentialDefinitionIds = ofType('anonCredsCredDef').map(({ id }) => id)
    const registries = ofType('anonCredsRevocRegDef')
    const registryIds = registries.map(({ id }) => id)
    const unshared = await this.#unshared(key, schemas)

    const schemaIds = unshared.map(({ schemaId }) => schemaId)
    const records = [...(await this.#records(credentialDefinitionIds, registryIds)), ...unshared]

    for (const { content } of registries) await this.#tailsFiles.remove((content.value as TailsValue).tailsHash)
    await this.#storage.deleteDefinition({ key, credentialDefinitionIds, registryIds, schemaIds, records })
    const ids = [...credentialDefinitionIds, ...registryIds, ...schemaIds]
    this.#issuerKeys.forget(ids)
    this.#objects.forget(ids)
    this.#own.forget(resources.map(({ id }) => id).concat(schemaIds))
  }

  async #unshared(key: string, schemas: AnonCredsSchemaRecord[]): Promise<AnonCredsSchemaRecord[]> {
    const { context } = this.#credo
    const definitions = await context
      .resolve(AnonCredsCredentialDefinitionRepository)
      .findByQuery(context, { $or: schemas.map(({ schemaId }) => ({ schemaId })) })
    const others = definitions.map(({ credentialDefinition }) => credentialDefinition).filter(({ tag }) => tag !== key)
    return schemas.filter(({ schemaId }) => !others.some((other) => other.schemaId === schemaId))
  }

  async #records(credentialDefinitionIds: string[], registryIds: string[]): Promise<Found[]> {
    const queries = [
      ...credentialDefinitionIds.flatMap((credentialDefinitionId) =>
        definitionRecords.map((repository) => ({ repository, query: { credentialDefinitionId } })),
      ),
      ...registryIds.flatMap((revocationRegistryDefinitionId) =>
        registryRecords.map((repository) => ({ repository, query: { revocationRegistryDefinitionId } })),
      ),
    ]
    const { context } = this.#credo
    const found = await Promise.all(
      queries.map(({ repository, query }) => context.resolve<Records>(repository).findByQuery(context, query)),
    )
    return found.flat()
  }
}

interface Found {
  type: string
  id: string
}
interface Records {
  findByQuery(context: AgentContext, query: object): Promise<Found[]>
}

const definitionRecords = [
  AnonCredsCredentialDefinitionRepository,
  AnonCredsCredentialDefinitionPrivateRepository,
  AnonCredsKeyCorrectnessProofRepository,
]
const registryRecords = [
  AnonCredsRevocationRegistryDefinitionRepository,
  AnonCredsRevocationRegistryDefinitionPrivateRepository,
]

interface TailsValue {
  tailsHash: string
}
