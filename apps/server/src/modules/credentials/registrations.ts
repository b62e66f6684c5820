import type { Agents, CredentialDefinitionOptions } from '@lastmile/agent/port'
import type PQueue from 'p-queue'
import type { Logger } from 'pino'
import type { CredentialDefinitionRow } from '../../platform/database/schema.ts'
import type { CredentialDefinitionRepository } from './definition-repository.ts'

interface Dependencies {
  agents: Agents
  repository: CredentialDefinitionRepository
  queue: PQueue
  logger: Logger
  stopping: AbortSignal
  /** The content's name of a definition of its own. */
  shippedName: (id: string) => string | undefined
}

/** Has the agent make definitions, some at a time and each once. */
export class Registrations {
  readonly #dependencies: Dependencies
  readonly #underWay = new Map<string, Promise<void>>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  get waiting(): number {
    return this.#dependencies.queue.size
  }

  isUnderWay(id: string): boolean {
    return this.#underWay.has(id)
  }

  /** Many callers for one definition share one registration; the agent's own lock covers other processes. */
  register(id: string): Promise<void> {
    const underWay = this.#underWay.get(id)
    if (underWay) return underWay
    const registration = this.#dependencies.queue
      .add(async () => {
        const row = await this.#dependencies.repository.find(id)
        if (row?.state !== 'preparing') return
        const { definitionId } = await this.#dependencies.agents.didcomm.registerCredentialDefinition(registeredAs(row))
        await this.#dependencies.repository.markReady(id, definitionId)
      })
      .finally(() => this.#underWay.delete(id))
    this.#underWay.set(id, registration)
    // A caller that stopped waiting no longer sees the failure; the next caller starts again.
    registration.catch((error) => {
      if (this.#dependencies.stopping.aborted) return
      // The name of a visitor's own credential stays out of the log, and the id ends with it.
      const credential = this.#dependencies.shippedName(id)
      this.#dependencies.logger.warn({ err: error, credential }, 'A credential definition could not be made')
    })
    return registration
  }
}

/** The definition as the agent registers it. */
export const registeredAs = (row: CredentialDefinitionRow): CredentialDefinitionOptions => ({
  key: row.id,
  name: row.name,
  version: row.version,
  attributeNames: JSON.parse(row.attributeNames) as string[],
  revocable: row.revocable === 1,
})
