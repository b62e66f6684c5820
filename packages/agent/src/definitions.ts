import { AnonCredsCredentialDefinitionRepository, AnonCredsSchemaRepository } from '@credo-ts/anoncreds'
import type { CredoAgent } from './credo/agent.ts'
import type { AgentLogger } from './options.ts'
import type { CredentialDefinitionOptions, RegisteredCredentialDefinition } from './port.ts'
import type { AgentStorage, DefinitionRow } from './storage.ts'

/** Schemas, credential definitions and the stock of revocation indexes. */
export class Definitions {
  readonly #credo: CredoAgent
  readonly #storage: AgentStorage
  readonly #did: string
  readonly #registrySize: number
  readonly #logger: AgentLogger

  constructor(parts: {
    credo: CredoAgent
    storage: AgentStorage
    did: string
    registrySize: number
    logger: AgentLogger
  }) {
    this.#credo = parts.credo
    this.#storage = parts.storage
    this.#did = parts.did
    this.#registrySize = parts.registrySize
    this.#logger = parts.logger
  }

  async find(key: string): Promise<DefinitionRow | undefined> {
    return this.#storage.readDefinition(this.#storageKey(key))
  }

  /** Makes what is missing; a definition that a crash left half made is completed. */
  async register(options: CredentialDefinitionOptions): Promise<RegisteredCredentialDefinition> {
    const storageKey = this.#storageKey(options.key)
    const row = await this.#storage.withLock(`definition ${storageKey}`, async () => {
      const known = await this.#storage.readDefinition(storageKey)
      if (known) return known
      const schemaId = await this.#schema(options)
      const credentialDefinitionId = await this.#credentialDefinition(options, schemaId)
      const made = { key: storageKey, schemaId, credentialDefinitionId, revocable: options.revocable }
      await this.#storage.writeDefinition(made)
      return made
    })
    if (row.revocable) await this.#ensureIndexes(row, 1)
    return { key: options.key, schemaId: row.schemaId, credentialDefinitionId: row.credentialDefinitionId }
  }

  /** An index that nobody else has. The next registry is made before this one is half full. */
  async takeRevocationIndex(key: string): Promise<{ registryId: string; index: number }> {
    const definition = await this.find(key)
    if (!definition) throw new Error('The definition is not registered')
    for (;;) {
      const taken = await this.#storage.takeRevocationIndex(definition.key)
      if (taken) {
        if (taken.remaining < this.#registrySize / 2)
          void this.#ensureIndexes(definition, this.#registrySize / 2).catch((error: Error) =>
            this.#logger.error('The next revocation registry could not be made', { error: error.name }),
          )
        return taken
      }
      await this.#ensureIndexes(definition, 1)
    }
  }

  /** Another DID has other definitions, so the DID is part of the key. */
  #storageKey(key: string): string {
    return `${this.#did} ${key}`
  }

  async #schema({ name, version, attributeNames }: CredentialDefinitionOptions): Promise<string> {
    const { context } = this.#credo
    const schema = { issuerId: this.#did, name, version, attrNames: attributeNames }
    const schemas = await context.resolve(AnonCredsSchemaRepository).findByQuery(context, {
      issuerId: this.#did,
      schemaName: name,
      schemaVersion: version,
    })
    const known = schemas.find((record) => sameNames(record.schema.attrNames, attributeNames))
    if (known) return known.schemaId
    const { schemaState } = await this.#credo.modules.anoncreds.registerSchema({ schema, options: {} })
    if (schemaState.state !== 'finished') throw new Error('The schema could not be registered')
    return schemaState.schemaId
  }

  async #credentialDefinition(options: CredentialDefinitionOptions, schemaId: string): Promise<string> {
    const { context } = this.#credo
    const repository = context.resolve(AnonCredsCredentialDefinitionRepository)
    const [known] = await repository.findByQuery(context, { schemaId, tag: options.key })
    if (known) return known.credentialDefinitionId
    const { credentialDefinitionState } = await this.#credo.modules.anoncreds.registerCredentialDefinition({
      credentialDefinition: { issuerId: this.#did, schemaId, tag: options.key },
      options: { supportRevocation: options.revocable },
    })
    if (credentialDefinitionState.state !== 'finished')
      throw new Error('The credential definition could not be registered')
    return credentialDefinitionState.credentialDefinitionId
  }

  async #ensureIndexes(definition: DefinitionRow, wanted: number): Promise<void> {
    await this.#storage.withLock(`registry ${definition.key}`, async () => {
      if ((await this.#storage.remainingIndexes(definition.key)) >= wanted) return
      await this.#addRegistry(definition)
    })
  }

  async #addRegistry(definition: DefinitionRow): Promise<void> {
    const { anoncreds } = this.#credo.modules
    const { revocationRegistryDefinitionState: state } = await anoncreds.registerRevocationRegistryDefinition({
      revocationRegistryDefinition: {
        issuerId: this.#did,
        credentialDefinitionId: definition.credentialDefinitionId,
        tag: crypto.randomUUID(),
        maximumCredentialNumber: this.#registrySize,
      },
      options: {},
    })
    if (state.state !== 'finished') throw new Error('The revocation registry could not be registered')
    const registryId = state.revocationRegistryDefinitionId
    const { revocationStatusListState } = await anoncreds.registerRevocationStatusList({
      revocationStatusList: { issuerId: this.#did, revocationRegistryDefinitionId: registryId },
      options: {},
    })
    if (revocationStatusListState.state !== 'finished') throw new Error('The status list could not be registered')
    await this.#storage.addRegistry({ registryId, definitionKey: definition.key, size: this.#registrySize })
  }
}

function sameNames(some: string[], others: string[]): boolean {
  return [...some].sort().join('\n') === [...others].sort().join('\n')
}
