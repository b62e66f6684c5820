import { setTimeout } from 'node:timers/promises'
import { AnonCredsRevocationRegistryDefinitionRepository } from '@credo-ts/anoncreds'
import { AgentError } from '../../port/errors.ts'
import type { RevocationOptions, StatusEntry } from '../../port/exchanges.ts'
import type { AgentLogger } from '../../port/options.ts'
import type { DidCommStorage } from '../api/didcomm-storage.ts'
import type { CredoAgent } from '../credo/credo-agent.ts'
import type { Connections } from '../exchanges/didcomm-connections.ts'
import { type PublishedObjects, Unresolvable } from '../registry/published-objects.ts'
import { sendNotice } from './notices.ts'

interface Dependencies {
  credo: CredoAgent
  storage: DidCommStorage
  objects: PublishedObjects
  connections: Connections
  logger: AgentLogger
}

/** Records revocations, then publishes them: a recorded one is published even if the process dies in between. */
export class Revocations {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Throws `not-found` for an unknown registry or index. The first call to get past publication notifies the wallet,
   * once: a call repeated after a failure or a sudden end does it if the other did not.
   */
  async revoke(status: StatusEntry, { publish, notice }: RevocationOptions): Promise<void> {
    const { storage } = this.#dependencies
    const { list: registryId, index } = status
    await this.#checkExists(registryId, index)
    await storage.withLock(`revocation ${registryId} ${index}`, async () => {
      await storage.addRevocation(registryId, index)
      if (publish) await this.publish(registryId)
      if (!(await storage.isNoticeDue(registryId, index))) return
      if (notice) await sendNotice(this.#dependencies, status, notice)
      await storage.markNotified(registryId, index)
    })
  }

  /**
   * Publishes a registry's recorded revocations as one status list; resolves when it is in force, in a second or two.
   * Calls that waited meanwhile find nothing left to do.
   */
  async publish(registryId: string): Promise<void> {
    const { storage, credo } = this.#dependencies
    await storage.withLock(`revocations ${registryId}`, async () => {
      const pending = await storage.pendingRevocations(registryId)
      if (pending.length === 0) return
      const { content } = await this.#latestList(registryId)
      // A sudden end after publication leaves as pending what the list says already.
      const revokedCredentialIndexes = pending.filter((index) => content.revocationList[index] !== 1)
      if (revokedCredentialIndexes.length > 0) {
        const { revocationStatusListState } = await credo.modules.anoncreds.updateRevocationStatusList({
          revocationStatusList: { revocationRegistryDefinitionId: registryId, revokedCredentialIndexes },
          options: {},
        })
        // The library gives no cause. The next request, or the next start, publishes the recorded revocations.
        if (revocationStatusListState.state !== 'finished')
          throw new AgentError('unavailable', 'The revocations could not be published.')
        await this.#latestList(registryId)
      }
      await storage.markRevocationsPublished(registryId, pending)
    })
  }

  /** Publishes revocations that were recorded before a sudden end. */
  async resume(): Promise<void> {
    const { context } = this.#dependencies.credo
    const registries = await context.resolve(AnonCredsRevocationRegistryDefinitionRepository).getAll(context)
    for (const { revocationRegistryDefinitionId } of registries) {
      await this.publish(revocationRegistryDefinitionId).catch((error: Error) =>
        this.#dependencies.logger.error('Recorded revocations could not be published', { error: error.name }),
      )
    }
  }

  async #checkExists(registryId: string, index: number): Promise<void> {
    const { objects } = this.#dependencies
    const { content } = await objects.statusList(registryId, objects.moment()).catch((error) => {
      throw error instanceof Unresolvable ? new AgentError('not-found', 'There is no such revocation registry.') : error
    })
    if (!Number.isInteger(index) || index < 1 || index >= content.revocationList.length)
      throw new AgentError('not-found', 'There is no such credential in the revocation registry.')
  }

  /** The list published last, once it is the one that verifiers see: the next is made from that one. */
  async #latestList(registryId: string) {
    const latest = await this.#dependencies.objects.statusList(registryId, Number.MAX_SAFE_INTEGER)
    const moment = latest.content.timestamp * 1000
    while (this.#dependencies.storage.now() < moment) await setTimeout(moment - this.#dependencies.storage.now())
    return latest
  }
}
