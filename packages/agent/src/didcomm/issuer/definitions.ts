import {
  AnonCredsCredentialDefinitionRepository,
  type AnonCredsSchemaRecord,
  AnonCredsSchemaRepository,
} from '@credo-ts/anoncreds'
import type { CredentialAttribute } from '@lastmile/contracts'
import { LRUCache } from 'lru-cache'
import type { CredentialDefinitionOptions, RegisteredCredentialDefinition } from '../../port/agent.ts'
import { AgentError } from '../../port/errors.ts'
import type { AgentStorage, DefinitionRow } from '../../port/storage.ts'
import type { CredoAgent } from '../credo/agent.ts'
import type { PublishedObjects } from '../registry/published-objects.ts'
import type { RevocationRegistries } from './registries.ts'
import type { Removal } from './removal.ts'

/** Schemas and credential definitions of this issuer. */
export class Definitions {
  readonly #credo: CredoAgent
  readonly #storage: AgentStorage
  readonly #did: string
  readonly #objects: PublishedObjects
  readonly #registries: RevocationRegistries
  /** By their storage key; looked at again after an hour, as another process may have removed one. */
  readonly #known = new LRUCache<string, DefinitionRow>({ max: 2_000, ttl: 60 * 60_000 })
  readonly #removal: Removal

  constructor(dependencies: {
    credo: CredoAgent
    storage: AgentStorage
    did: string
    objects: PublishedObjects
    registries: RevocationRegistries
    removal: Removal
  }) {
    this.#credo = dependencies.credo
    this.#storage = dependencies.storage
    this.#did = dependencies.did
    this.#objects = dependencies.objects
    this.#registries = dependencies.registries
    this.#removal = dependencies.removal
  }

  async find(key: string): Promise<DefinitionRow | undefined> {
    const storageKey = this.#storageKey(key)
    const definition = this.#known.get(storageKey) ?? (await this.#storage.readDefinition(storageKey))
    this.#known.set(storageKey, definition)
    return definition
  }

  /**
   * Makes what is missing: a definition that a sudden end left half made is completed. Throws `invalid` when the key
   * stands for other attributes already.
   */
  async register(options: CredentialDefinitionOptions): Promise<RegisteredCredentialDefinition> {
    const key = this.#storageKey(options.key)
    return this.#alone(key, async () => {
      const row =
        (await this.#storage.readDefinition(key)) ?? (await this.#withSchema(options, () => this.#make(options)))
      await this.#checkNames(row, options.attributeNames)
      if (row.revocable) await this.#registries.ensureOne(row)
      return { key: options.key, typeId: row.schemaId, definitionId: row.credentialDefinitionId }
    })
  }

  /** Nothing of it may be open. What others have too stays: a schema that another definition names. */
  async forget(options: CredentialDefinitionOptions): Promise<void> {
    const key = this.#storageKey(options.key)
    await this.#alone(key, () =>
      this.#registries.whileNoneIsMade(key, () =>
        this.#withSchema(options, async () => {
          const schemas = await this.#schemas(options)
          await this.#removal.remove(options.key, schemas)
          this.#known.delete(key)
        }),
      ),
    )
  }

  /** Throws `invalid` unless the attributes are exactly those of the definition. */
  async checkAttributes(definition: DefinitionRow, attributes: CredentialAttribute[]): Promise<void> {
    await this.#checkNames(
      definition,
      attributes.map(({ name }) => name),
    )
  }

  async #checkNames(definition: DefinitionRow, names: string[]): Promise<void> {
    const { content } = await this.#objects.schema(definition.schemaId)
    if (!sameNames(content.attrNames, names))
      throw new AgentError('invalid', 'The attributes are not those of this credential.')
  }

  /** Another DID has other definitions, so the DID is part of the key. */
  #storageKey(key: string): string {
    return `${this.#did} ${key}`
  }

  /** Does something while nobody else makes or forgets this definition. */
  #alone<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    return this.#storage.withLock(`definition ${key}`, work)
  }

  /** Definitions may share a schema: none is forgotten while another is made with it. */
  #withSchema<Result>({ name, version }: CredentialDefinitionOptions, work: () => Promise<Result>): Promise<Result> {
    return this.#storage.withLock(`schema ${name} ${version}`, work)
  }

  async #make(options: CredentialDefinitionOptions): Promise<DefinitionRow> {
    const schemaId = await this.#schema(options)
    const credentialDefinitionId = await this.#credentialDefinition(options, schemaId)
    const made = { key: this.#storageKey(options.key), schemaId, credentialDefinitionId, revocable: options.revocable }
    await this.#storage.writeDefinition(made)
    return made
  }

  /** Of this DID and of earlier ones. */
  async #schemas({ name, version, attributeNames }: CredentialDefinitionOptions): Promise<AnonCredsSchemaRecord[]> {
    const { context } = this.#credo
    const records = await context
      .resolve(AnonCredsSchemaRepository)
      .findByQuery(context, { schemaName: name, schemaVersion: version })
    return records.filter(({ schema }) => sameNames(schema.attrNames, attributeNames))
  }

  async #schema(options: CredentialDefinitionOptions): Promise<string> {
    const known = (await this.#schemas(options)).find(({ schema }) => schema.issuerId === this.#did)
    if (known) return known.schemaId
    const { name, version, attributeNames } = options
    const { schemaState } = await this.#credo.modules.anoncreds.registerSchema({
      schema: { issuerId: this.#did, name, version, attrNames: attributeNames },
      options: {},
    })
    if (schemaState.state !== 'finished') throw notRegistered('schema', schemaState)
    return schemaState.schemaId
  }

  async #credentialDefinition(options: CredentialDefinitionOptions, schemaId: string): Promise<string> {
    const { context } = this.#credo
    const records = await context
      .resolve(AnonCredsCredentialDefinitionRepository)
      .findByQuery(context, { schemaId, tag: options.key })
    const known = records.find(
      ({ credentialDefinition }) => (credentialDefinition.value.revocation !== undefined) === options.revocable,
    )
    if (known) return known.credentialDefinitionId
    const { credentialDefinitionState: state } = await this.#credo.modules.anoncreds.registerCredentialDefinition({
      credentialDefinition: { issuerId: this.#did, schemaId, tag: options.key },
      options: { supportRevocation: options.revocable },
    })
    if (state.state !== 'finished') throw notRegistered('credential definition', state)
    return state.credentialDefinitionId
  }
}

/** Credo answers failures as a state; its reason is about our own objects alone. */
function notRegistered(what: string, state: { state: string; reason?: string }): Error {
  return new Error(`The ${what} could not be registered: ${state.reason ?? state.state}`)
}

function sameNames(some: string[], others: string[]): boolean {
  return [...some].sort().join('\n') === [...others].sort().join('\n')
}
