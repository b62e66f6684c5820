import type { CredoAgent } from './credo/agent.ts'
import type { RevocationOptions } from './port.ts'
import type { AgentStorage } from './storage.ts'

/** Recorded first, published after: what was recorded is published even if the process dies in between. */
export class Revocations {
  readonly #credo: CredoAgent
  readonly #storage: AgentStorage

  constructor(credo: CredoAgent, storage: AgentStorage) {
    this.#credo = credo
    this.#storage = storage
  }

  async revoke(options: RevocationOptions): Promise<void> {
    await this.#storage.addRevocation(options.revocationRegistryId, Number(options.revocationIndex))
    if (options.publish) await this.publish(options.revocationRegistryId)
  }

  /** Publishes all recorded revocations of the registry as one status list. */
  async publish(registryId: string): Promise<void> {
    await this.#storage.withLock(`revocations ${registryId}`, async () => {
      const indexes = await this.#storage.pendingRevocations(registryId)
      if (indexes.length === 0) return
      const { revocationStatusListState } = await this.#credo.modules.anoncreds.updateRevocationStatusList({
        revocationStatusList: { revocationRegistryDefinitionId: registryId, revokedCredentialIndexes: indexes },
        options: {},
      })
      if (revocationStatusListState.state !== 'finished') throw new Error('The revocations could not be published')
      await this.#storage.markRevocationsPublished(registryId, indexes)
    })
  }
}
