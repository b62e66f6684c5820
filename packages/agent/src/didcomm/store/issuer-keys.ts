import {
  AnonCredsCredentialDefinitionPrivateRepository,
  AnonCredsCredentialDefinitionRepository,
  AnonCredsKeyCorrectnessProofRepository,
  AnonCredsRevocationRegistryDefinitionPrivateRepository,
  AnonCredsRevocationRegistryDefinitionRepository,
} from '@credo-ts/anoncreds'
import type { AgentContext } from '@credo-ts/core'
import { LRUCache } from 'lru-cache'

/** Some ten kilobytes each. They are looked at again after an hour, as another process may have removed them. */
const kept = { max: 500, ttl: 60 * 60_000 }

const cached = <Keys extends object>(read: (context: AgentContext, id: string) => Promise<Keys>) =>
  new LRUCache<string, Keys, AgentContext>({ ...kept, fetchMethod: (id, _stale, { context }) => read(context, id) })

/** The issuer's own keys, read from the store once: they never change, and reading them is slow. */
export class IssuerKeys {
  readonly #definitions = cached(definitionKeys)
  readonly #registries = cached(registryKeys)

  ofDefinition(context: AgentContext, id: string) {
    return this.#definitions.forceFetch(id, { context })
  }

  ofRegistry(context: AgentContext, id: string) {
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

async function definitionKeys(context: AgentContext, id: string) {
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
}

async function registryKeys(context: AgentContext, id: string) {
  const [{ revocationRegistryDefinition }, { value }] = await Promise.all([
    context.resolve(AnonCredsRevocationRegistryDefinitionRepository).getByRevocationRegistryDefinitionId(context, id),
    context
      .resolve(AnonCredsRevocationRegistryDefinitionPrivateRepository)
      .getByRevocationRegistryDefinitionId(context, id),
  ])
  return {
    registry: { id, json: JSON.stringify(revocationRegistryDefinition) },
    privateKey: { id, json: JSON.stringify(value) },
  }
}
