import type { AgentStorage } from '../../port/storage.ts'

/** The agent's storage with what the issuer publishes: its DID, schemas, definitions, registries and revocations. */
export interface DidCommStorage extends AgentStorage {
  /** The DID that this deployment publishes, with its log (one JSON object per line). */
  readDid(): Promise<{ did: string; log: string } | undefined>
  writeDid(did: string, log: string): Promise<void>

  readResource(id: string): Promise<string | undefined>
  /** @param definitionKey of the definition that it is part of; none for a schema, which several may share */
  writeResource(id: string, json: string, definitionKey?: string): Promise<void>
  /** All that is published of a definition: itself, its registries and their status lists. */
  readResourcesOf(definitionKey: string): Promise<string[]>

  readDefinition(key: string): Promise<DefinitionRow | undefined>
  writeDefinition(row: DefinitionRow): Promise<void>
  deleteDefinition(definition: WholeDefinition): Promise<void>

  /** Adds a registry that is published and ready to be used. Its usable indexes are 1 to `size` - 1. */
  addRegistry(row: { registryId: string; definitionKey: string; size: number; tailsHash: string }): Promise<void>
  /** Digests of all registries' tails files. */
  readTailsHashes(): Promise<string[]>
  /**
   * Takes a returned index, or the next of the definition's oldest registry with room; each index has one taker.
   * `remaining` counts free indexes in all its registries, so the next registry is made in time.
   */
  takeRevocationIndex(
    definitionKey: string,
  ): Promise<{ registryId: string; index: number; remaining: number } | undefined>
  /** Frees an index that no credential uses or will use. Ignores revoked indexes and those of deleted registries. */
  returnRevocationIndex(registryId: string, index: number): Promise<void>
  /** Free indexes in all registries of the definition. */
  remainingIndexes(definitionKey: string): Promise<number>

  /** Records a revocation to publish. Ignores repetitions and deleted registries. */
  addRevocation(registryId: string, index: number): Promise<void>
  /** Recorded and not yet published. */
  pendingRevocations(registryId: string): Promise<number[]>
  markRevocationsPublished(registryId: string, indexes: number[]): Promise<void>
  /** Whether it is recorded and `markNotified` was not called for it yet. */
  isNoticeDue(registryId: string, index: number): Promise<boolean>
  markNotified(registryId: string, index: number): Promise<void>

  /** Tails files, for agents that do not share a folder; undefined where there is one agent. */
  readonly tails?: TailsRows | undefined
}

/** Tails files by their digest (base58), some hundred kilobytes each. */
export interface TailsRows {
  write(hash: string, content: Uint8Array): Promise<void>
  read(hash: string): Promise<Uint8Array | undefined>
  delete(hash: string): Promise<void>
}

export interface DefinitionRow {
  key: string
  schemaId: string
  credentialDefinitionId: string
  revocable: boolean
}

/** Everything that is deleted with a definition, all or none; missing rows count as deleted. */
interface WholeDefinition {
  /** Objects that were published with this key are deleted. */
  key: string
  credentialDefinitionIds: string[]
  /** With their indexes and revocations. */
  registryIds: string[]
  /** Schemas that no other definition has. */
  schemaIds: string[]
  records: { type: string; id: string }[]
}
