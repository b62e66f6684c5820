/**
 * What the agent keeps outside the wallet's store and shares between processes. The server implements it on its own
 * database. Every method is one transaction; `undefined` means there is no such row.
 */
export interface AgentStorage {
  /** The DID that this deployment publishes, with its log (one JSON object per line). */
  readDid(): Promise<{ did: string; log: string } | undefined>
  writeDid(did: string, log: string): Promise<void>

  readResource(id: string): Promise<string | undefined>
  writeResource(id: string, json: string): Promise<void>

  readDefinition(key: string): Promise<DefinitionRow | undefined>
  writeDefinition(row: DefinitionRow): Promise<void>

  /** Adds a registry that is published and ready to be used. Its usable indexes are 1 to `size` - 1. */
  addRegistry(row: { registryId: string; definitionKey: string; size: number }): Promise<void>
  /**
   * Takes the next free index of the definition's oldest registry with room; two callers never get the same.
   * `remaining` counts what is left in all of the definition's registries, so that the next is made in time.
   */
  takeRevocationIndex(
    definitionKey: string,
  ): Promise<{ registryId: string; index: number; remaining: number } | undefined>
  /** Free indexes in all registries of the definition. */
  remainingIndexes(definitionKey: string): Promise<number>

  /** Records a revocation that is to be published; changes nothing when it was recorded before. */
  addRevocation(registryId: string, index: number): Promise<void>
  /** Recorded and not yet published. */
  pendingRevocations(registryId: string): Promise<number[]>
  markRevocationsPublished(registryId: string, indexes: number[]): Promise<void>

  /** Runs `work` while no other process or call holds the same lock. */
  withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result>
}

export interface DefinitionRow {
  key: string
  schemaId: string
  credentialDefinitionId: string
  revocable: boolean
}
