import {
  AnonCredsCredentialDefinitionRepository,
  type AnonCredsSchemaRecord,
  AnonCredsSchemaRepository,
} from '@credo-ts/anoncreds'
import { LRUCache } from 'lru-cache'
import { AgentError } from '../../port/errors.ts'
import type { CredentialDefinitionOptions, RegisteredCredentialDefinition } from '../../port/exchanges.ts'
import type { DefinitionRow } from '../api/didcomm-storage.ts'
import type { IssuerDid } from './did.ts'
import type { RevocationRegistries } from './registries.ts'
import { type RemovalDependencies, removeDefinition } from './removal.ts'

interface Dependencies extends RemovalDependencies {
  issuer: IssuerDid
  registries: RevocationRegistries
}

/** Schemas and credential definitions of this issuer. */
export class Definitions {
  readonly #dependencies: Dependencies
  /** By their storage key; looked at again after an hour, as another process may have removed one. */
  readonly #cache = new LRUCache<string, DefinitionRow>({ max: 2_000, ttl: 60 * 60_000 })

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  async find(key: string): Promise<DefinitionRow | undefined> {
    const storageKey = this.#storageKey(key)
    const definition = this.#cache.get(storageKey) ?? (await this.#dependencies.storage.readDefinition(storageKey))
    this.#cache.set(storageKey, definition)
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
        (await this.#dependencies.storage.readDefinition(key)) ??
        (await this.#withSchema(options, () => this.#make(options)))
      await this.checkNames(row, options.attributeNames)
      if (row.revocable) await this.#dependencies.registries.ensure(row, 1)
      return registeredAs(options.key, row)
    })
  }

  async registered(key: string): Promise<RegisteredCredentialDefinition | undefined> {
    const row = await this.find(key)
    return row && registeredAs(key, row)
  }

  /** Nothing of it may be open. What others have too stays: a schema that another definition names. */
  async forget(options: CredentialDefinitionOptions): Promise<void> {
    const key = this.#storageKey(options.key)
    await this.#alone(key, () =>
      this.#dependencies.registries.whileNoneIsMade(key, () =>
        this.#withSchema(options, async () => {
          const schemas = await this.#schemas(options)
          await removeDefinition(this.#dependencies, options.key, schemas)
          this.#cache.delete(key)
        }),
      ),
    )
  }

  /** Throws `invalid` unless these are exactly the attributes of the definition. */
  async checkNames(definition: DefinitionRow, names: string[]): Promise<void> {
    const { content } = await this.#dependencies.objects.schema(definition.schemaId)
    if (!sameNames(content.attrNames, names))
      throw new AgentError('invalid', 'The attributes are not those of this credential.')
  }

  /** Another DID has other definitions, so the DID is part of the key. */
  #storageKey(key: string): string {
    return `${this.#dependencies.issuer.did} ${key}`
  }

  /** Does something while no other call makes or forgets this definition. */
  #alone<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    return this.#dependencies.storage.withLock(`definition ${key}`, work)
  }

  /** Definitions may share a schema: none is forgotten while another is made with it. */
  #withSchema<Result>({ name, version }: CredentialDefinitionOptions, work: () => Promise<Result>): Promise<Result> {
    return this.#dependencies.storage.withLock(`schema ${name} ${version}`, work)
  }

  async #make(options: CredentialDefinitionOptions): Promise<DefinitionRow> {
    const schemaId = await this.#schema(options)
    const credentialDefinitionId = await this.#credentialDefinition(options, schemaId)
    const made = { key: this.#storageKey(options.key), schemaId, credentialDefinitionId, revocable: options.revocable }
    await this.#dependencies.storage.writeDefinition(made)
    return made
  }

  /** Schemas of this DID and of earlier ones. */
  async #schemas({ name, version, attributeNames }: CredentialDefinitionOptions): Promise<AnonCredsSchemaRecord[]> {
    const { context } = this.#dependencies.credo
    const records = await context
      .resolve(AnonCredsSchemaRepository)
      .findByQuery(context, { schemaName: name, schemaVersion: version })
    return records.filter(({ schema }) => sameNames(schema.attrNames, attributeNames))
  }

  async #schema(options: CredentialDefinitionOptions): Promise<string> {
    const { issuer, credo } = this.#dependencies
    const known = (await this.#schemas(options)).find(({ schema }) => schema.issuerId === issuer.did)
    if (known) return known.schemaId
    const { name, version, attributeNames } = options
    const { schemaState } = await credo.modules.anoncreds.registerSchema({
      schema: { issuerId: issuer.did, name, version, attrNames: attributeNames },
      options: {},
    })
    if (schemaState.state !== 'finished') throw notRegistered('schema', schemaState)
    return schemaState.schemaId
  }

  async #credentialDefinition(options: CredentialDefinitionOptions, schemaId: string): Promise<string> {
    const { issuer, credo } = this.#dependencies
    const records = await credo.context
      .resolve(AnonCredsCredentialDefinitionRepository)
      .findByQuery(credo.context, { schemaId, tag: options.key })
    const known = records.find(
      ({ credentialDefinition }) => (credentialDefinition.value.revocation !== undefined) === options.revocable,
    )
    if (known) return known.credentialDefinitionId
    const { credentialDefinitionState: state } = await credo.modules.anoncreds.registerCredentialDefinition({
      credentialDefinition: { issuerId: issuer.did, schemaId, tag: options.key },
      options: { supportRevocation: options.revocable },
    })
    if (state.state !== 'finished') throw notRegistered('credential definition', state)
    return state.credentialDefinitionId
  }
}

const registeredAs = (key: string, row: DefinitionRow): RegisteredCredentialDefinition => ({
  key,
  typeId: row.schemaId,
  definitionId: row.credentialDefinitionId,
})

/** Credo answers failures as a state; its reason is about our own objects alone. */
function notRegistered(what: string, state: { state: string; reason?: string }): Error {
  return new Error(`The ${what} could not be registered: ${state.reason ?? state.state}`)
}

function sameNames(some: string[], others: string[]): boolean {
  return [...some].sort().join('\n') === [...others].sort().join('\n')
}
