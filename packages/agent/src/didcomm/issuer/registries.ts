import type { StatusEntry } from '../../port/exchanges.ts'
import type { AgentLogger } from '../../port/options.ts'
import type { DefinitionRow, DidCommStorage } from '../api/didcomm-storage.ts'
import type { CredoAgent } from '../credo/credo-agent.ts'
import type { IssuerDid } from './did.ts'

/** The next registry is made when less than this share of one is left, so it is ready before half is used. */
const reserve = 0.75

interface Dependencies {
  credo: CredoAgent
  storage: DidCommStorage
  issuer: IssuerDid
  size: number
  logger: AgentLogger
}

/** Revocation registries, and the indexes in them that credentials get. */
export class RevocationRegistries {
  readonly #dependencies: Dependencies
  /** Definitions whose next registry is being made. */
  readonly #underWay = new Map<string, Promise<void>>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** An index that is given once. Waits only when the definition has no registry with room at all. */
  async take(definition: DefinitionRow): Promise<StatusEntry> {
    for (;;) {
      const taken = await this.#dependencies.storage.takeRevocationIndex(definition.key)
      if (!taken) {
        await this.ensure(definition, 1)
        continue
      }
      if (taken.remaining < this.#dependencies.size * reserve) this.#makeNext(definition)
      return { list: taken.registryId, index: taken.index }
    }
  }

  /** @param status of an offer that can't come to a credential any more */
  async giveBack({ list, index }: StatusEntry): Promise<void> {
    await this.#dependencies.storage.returnRevocationIndex(list, index)
  }

  /** Resolves when no registry is being made. */
  async whenIdle(): Promise<void> {
    await Promise.all(this.#underWay.values())
  }

  #makeNext(definition: DefinitionRow): void {
    if (this.#underWay.has(definition.key)) return
    const making = this.ensure(definition, this.#dependencies.size * reserve)
      .catch((error: Error) =>
        this.#dependencies.logger.error('The next registry could not be made', { error: error.name }),
      )
      .finally(() => this.#underWay.delete(definition.key))
    this.#underWay.set(definition.key, making)
  }

  /** Does something while no registry of the definition is made. */
  whileNoneIsMade<Result>(definitionKey: string, work: () => Promise<Result>): Promise<Result> {
    return this.#dependencies.storage.withLock(`registries ${definitionKey}`, work)
  }

  /** Adds a registry unless so many indexes are free. */
  async ensure(definition: DefinitionRow, indexes: number): Promise<void> {
    await this.whileNoneIsMade(definition.key, async () => {
      if ((await this.#dependencies.storage.remainingIndexes(definition.key)) < indexes) await this.#add(definition)
    })
  }

  async #add({ key, credentialDefinitionId }: DefinitionRow): Promise<void> {
    const { credo, issuer, storage } = this.#dependencies
    const { anoncreds } = credo.modules
    const { revocationRegistryDefinitionState: registry } = await anoncreds.registerRevocationRegistryDefinition({
      revocationRegistryDefinition: {
        issuerId: issuer.did,
        credentialDefinitionId,
        tag: crypto.randomUUID(),
        maximumCredentialNumber: this.#dependencies.size,
      },
      options: {},
    })
    if (registry.state !== 'finished') throw new Error('The registry could not be registered')
    const { revocationRegistryDefinitionId: registryId } = registry
    const { revocationStatusListState: list } = await anoncreds.registerRevocationStatusList({
      revocationStatusList: { issuerId: issuer.did, revocationRegistryDefinitionId: registryId },
      options: {},
    })
    if (list.state !== 'finished') throw new Error('The status list could not be registered')
    const { tailsHash } = registry.revocationRegistryDefinition.value
    await storage.addRegistry({ registryId, definitionKey: key, size: this.#dependencies.size, tailsHash })
  }
}
