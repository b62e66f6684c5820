import {
  AnonCredsCredentialDefinitionPrivateRepository,
  AnonCredsCredentialDefinitionRepository,
  AnonCredsKeyCorrectnessProofRepository,
  AnonCredsRevocationRegistryDefinitionPrivateRepository,
  AnonCredsRevocationRegistryDefinitionRepository,
} from '@credo-ts/anoncreds'
import type { AgentContext } from '@credo-ts/core'
import { LRUCache } from 'lru-cache'
import type { Cacheable, Json } from '../../core/crypto/tasks.ts'

export interface DefinitionKeys {
  schemaId: string
  revocable: boolean
  definition: Cacheable
  privateKey: Cacheable
  keyCorrectnessProof: Json
}

export interface RegistryKeys {
  registry: Cacheable
  privateKey: Cacheable
}

/** Some ten kilobytes each. They are looked at again after an hour, as another process may have removed them. */
const kept = { max: 500, ttl: 60 * 60_000 }

/** The issuer's own keys, read from the store once: they never change, and reading them is slow. */
export class IssuerKeys {
  readonly #definitions = new LRUCache<string, DefinitionKeys, AgentContext>({
    ...kept,
    fetchMethod: async (id, _stale, { context }) => {
      const [{ credentialDefinition }, privateRecord, proofRecord] = await Promise.all([
        context.resolve(AnonCredsCredentialDefinitionRepository).getByCredentialDefinitionId(context, id),
        context.resolve(AnonCredsCredentialDefinitionPrivateRepository).getByCredentialDefinitionId(context, id),
        context.resolve(AnonCredsKeyCorrectnessProofRepository).getByCredentialDefinitionId(context, id),
      ])
      return {
        schemaId: credentialDefinition.schemaId,
        revocable: credentialDefinition.value.revocation !== undefined,
        definition: { id, json: JSON.stringify(credentialDefinition) },
        privateKey: { id, json: JSON.stringify(privateRecord.value) },
        keyCorrectnessProof: proofRecord.value,
      }
    },
  })
  readonly #registries = new LRUCache<string, RegistryKeys, AgentContext>({
    ...kept,
    fetchMethod: async (id, _stale, { context }) => {
      const [{ revocationRegistryDefinition }, { value }] = await Promise.all([
        context
          .resolve(AnonCredsRevocationRegistryDefinitionRepository)
          .getByRevocationRegistryDefinitionId(context, id),
        context
          .resolve(AnonCredsRevocationRegistryDefinitionPrivateRepository)
          .getByRevocationRegistryDefinitionId(context, id),
      ])
      return {
        registry: { id, json: JSON.stringify(revocationRegistryDefinition) },
        privateKey: { id, json: JSON.stringify(value) },
      }
    },
  })

  ofDefinition(context: AgentContext, id: string): Promise<DefinitionKeys> {
    return this.#definitions.forceFetch(id, { context })
  }

  ofRegistry(context: AgentContext, id: string): Promise<RegistryKeys> {
    return this.#registries.forceFetch(id, { context })
  }

  /** Definitions and registries that are no more. */
  forget(ids: string[]): void {
    for (const id of ids) {
      this.#definitions.delete(id)
      this.#registries.delete(id)
    }
  }
}
