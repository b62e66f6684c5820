import {
  AnonCredsCredentialDefinitionPrivateRepository,
  AnonCredsCredentialDefinitionRepository,
  AnonCredsKeyCorrectnessProofRepository,
  AnonCredsRevocationRegistryDefinitionPrivateRepository,
  AnonCredsRevocationRegistryDefinitionRepository,
  type AnonCredsSchemaRecord,
} from '@credo-ts/anoncreds'
import type { AgentContext, Constructor } from '@credo-ts/core'
import type { DidCommStorage } from '../api/didcomm-storage.ts'
import type { CredoAgent } from '../credo/credo-agent.ts'
import type { PublishedObjects, ResourceType } from '../registry/published-objects.ts'
import type { PublicTailsFiles } from '../registry/tails-files.ts'
import type { IssuerKeys } from '../store/issuer-keys.ts'

export interface RemovalDependencies {
  credo: CredoAgent
  storage: DidCommStorage
  objects: PublishedObjects
  issuerKeys: IssuerKeys
  tailsFiles: PublicTailsFiles
}

/**
 * Removes all that there is of a definition: also of an earlier DID, and half-made ones, because the published object
 * comes first and leads to the rest. Files go before the rows that name them, so a repetition after a sudden end still
 * finds them.
 * @param schemas those that the definition may have
 */
export async function removeDefinition(
  { credo, storage, objects, issuerKeys, tailsFiles }: RemovalDependencies,
  key: string,
  schemas: AnonCredsSchemaRecord[],
): Promise<void> {
  const resources = await objects.ofDefinition(key)
  const ofType = (type: ResourceType) => resources.filter(({ metadata }) => metadata?.resourceType === type)
  const credentialDefinitionIds = ofType('anonCredsCredDef').map(({ id }) => id)
  const registries = ofType('anonCredsRevocRegDef')
  const registryIds = registries.map(({ id }) => id)
  const unshared = await unsharedOf(credo, key, schemas)
  const schemaIds = unshared.map(({ schemaId }) => schemaId)
  const records = [...(await recordsOf(credo, credentialDefinitionIds, registryIds)), ...unshared]

  for (const { content } of registries) await tailsFiles.remove((content.value as { tailsHash: string }).tailsHash)
  await storage.deleteDefinition({ key, credentialDefinitionIds, registryIds, schemaIds, records })
  const ids = [...credentialDefinitionIds, ...registryIds, ...schemaIds]
  issuerKeys.forget(ids)
  objects.forget(resources.map(({ id }) => id).concat(schemaIds))
}

async function unsharedOf(
  { context }: CredoAgent,
  key: string,
  schemas: AnonCredsSchemaRecord[],
): Promise<AnonCredsSchemaRecord[]> {
  const definitions = await context
    .resolve(AnonCredsCredentialDefinitionRepository)
    .findByQuery(context, { $or: schemas.map(({ schemaId }) => ({ schemaId })) })
  const others = definitions.map(({ credentialDefinition }) => credentialDefinition).filter(({ tag }) => tag !== key)
  return schemas.filter(({ schemaId }) => !others.some((other) => other.schemaId === schemaId))
}

async function recordsOf(
  { context }: CredoAgent,
  credentialDefinitionIds: string[],
  registryIds: string[],
): Promise<Found[]> {
  const find = (repositories: Constructor<Records>[], query: object) =>
    repositories.map((repository) => context.resolve(repository).findByQuery(context, query))
  const found = await Promise.all([
    ...credentialDefinitionIds.flatMap((credentialDefinitionId) => find(definitionRecords, { credentialDefinitionId })),
    ...registryIds.flatMap((revocationRegistryDefinitionId) =>
      find(registryRecords, { revocationRegistryDefinitionId }),
    ),
  ])
  return found.flat()
}

interface Found {
  type: string
  id: string
}
interface Records {
  findByQuery(context: AgentContext, query: object): Promise<Found[]>
}

const definitionRecords: Constructor<Records>[] = [
  AnonCredsCredentialDefinitionRepository,
  AnonCredsCredentialDefinitionPrivateRepository,
  AnonCredsKeyCorrectnessProofRepository,
]
const registryRecords: Constructor<Records>[] = [
  AnonCredsRevocationRegistryDefinitionRepository,
  AnonCredsRevocationRegistryDefinitionPrivateRepository,
]
