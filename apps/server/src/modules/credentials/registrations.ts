import type { Agent, CredentialDefinitionOptions } from '@lastmile/agent/port'
import type PQueue from 'p-queue'
import type { Logger } from 'pino'
import type { CredentialDefinitionRow } from '../../platform/database/schema.ts'
import type { CredentialDefinitionRepository } from './definition-repository.ts'

/** Has the agent make definitions, some at a time and each once. */
export class Registrations {
  readonly #agent: Agent
  readonly #repository: CredentialDefinitionRepository
  readonly #queue: PQueue
  readonly #logger: Logger
  readonly #stopping: AbortSignal
  readonly #shippedName: (id: string) => string | undefined
  readonly #underWay = new Map<string, Promise<void>>()

  /** @param parts.shippedName what the content calls a definition of its own */
  constructor(parts: {
    agent: Agent
    repository: CredentialDefinitionRepository
    queue: PQueue
    logger: Logger
    stopping: AbortSignal
    shippedName: (id: string) => string | undefined
  }) {
    this.#agent = parts.agent
    this.#repository = parts.repository
    this.#queue = parts.queue
    this.#logger = parts.logger
    this.#stopping = parts.stopping
    this.#shippedName = parts.shippedName
  }

  get waiting(): number {
    return this.#queue.size
  }

  isUnderWay(id: string): boolean {
    return this.#underWay.has(id)
  }

  /** Many callers for one definition share one registration; the agent's own lock covers other processes. */
  register(id: string): Promise<void> {
    const underWay = this.#underWay.get(id)
    if (underWay) return underWay
    const registration = this.#queue
      .add(async () => {
        const row = await this.#repository.find(id)
        if (row?.state !== 'preparing') return
        const { definitionId } = await this.#agent.registerCredentialDefinition(registeredAs(row))
        await this.#repository.markReady(id, definitionId)
      })
      .finally(() => this.#underWay.delete(id))
    this.#underWay.set(id, registration)
    // A caller that stopped waiting no longer sees the failure; whoever asks next starts again.
    registration.catch((error) => {
      if (this.#stopping.aborted) return
      // What a visitor calls a credential of their own stays out of the log, and the id ends with it.
      const credential = this.#shippedName(id)
      this.#logger.warn({ err: error, credential }, 'A credential definition could not be made')
    })
    return registration
  }
}

/** What the agent knows a definition as. */
export const registeredAs = (row: CredentialDefinitionRow): CredentialDefinitionOptions => ({
  key: row.id,
  name: row.name,
  version: row.version,
  attributeNames: JSON.parse(row.attributeNames) as string[],
  revocable: row.revocable === 1,
})
