/**
 * The tasks of the worker processes. They take and give JSON, because the native library's objects cannot leave the
 * process that made them. Everything here is pure; stores and registries stay in the main process.
 */
export interface CryptoTasks {
  createCredentialDefinition(task: {
    schemaId: string
    schema: Json
    issuerId: string
    tag: string
    revocable: boolean
  }): Promise<MadeDefinition>

  createRegistry(task: {
    credentialDefinitionId: string
    credentialDefinition: Json
    issuerId: string
    tag: string
    size: number
    tailsDirectory: string
  }): Promise<{ registry: Json; privateKey: Json }>

  /** A list on which nothing is revoked yet. */
  createStatusList(task: {
    credentialDefinition: Cacheable
    registryId: string
    registry: Json
    registryPrivateKey: Cacheable
    issuerId: string
  }): Promise<Json>

  updateStatusList(task: {
    credentialDefinition: Cacheable
    statusList: Json
    registry: Json
    registryPrivateKey: Cacheable
    revoked: number[]
  }): Promise<Json>

  sign(task: {
    credentialDefinition: Cacheable
    privateKey: Cacheable
    offer: Json
    request: Json
    values: Record<string, { raw: string; encoded: string }>
    revocation?: { registry: Cacheable; registryPrivateKey: Cacheable; statusList: Cacheable; index: number }
  }): Promise<Json>

  verify(task: {
    presentation: Json
    request: Json
    schemas: Cacheable[]
    credentialDefinitions: Cacheable[]
    registries: Cacheable[]
    statusLists: Cacheable[]
    /** Status lists that are older than the moment asked for, and still are the ones in force at it. */
    intervalOverrides: { registryId: string; requestedFrom: number; listTimestamp: number }[]
    /** A registry: whether everything holds, and the credential of this registry is revoked. */
    revokedIn?: string
  }): Promise<Verdict>
}

/** `unreadable`: the library can make nothing of it, which says nothing about the credentials. */
export type Verdict = 'sound' | 'unsound' | 'unreadable'

/** A definition as the library makes it, as JSON. */
export interface MadeDefinition {
  credentialDefinition: Json
  privateKey: Json
  keyCorrectnessProof: Json
}

export type Json = Record<string, unknown>

/**
 * Something that never changes under its id, such as a published definition. Each worker parses it once and caches it;
 * text, because that crosses to the worker at next to no cost.
 */
export interface Cacheable {
  id: string
  json: string
}
