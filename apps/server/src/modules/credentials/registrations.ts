import { AgentError, type Agents, type CredentialDefinitionOptions } from '@lastmile/agent/port'
import { familyOf, type Protocol, protocols } from '@lastmile/contracts'
import type PQueue from 'p-queue'
import type { Logger } from 'pino'
import type { CredentialDefinitionRow } from '../../platform/database/schema.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { ShippedCredential } from '../characters/service.ts'
import type { CredentialDefinitionRepository } from './definition-repository.ts'

interface Dependencies {
  agents: Agents
  repository: CredentialDefinitionRepository
  queue: PQueue
  logger: Logger
  stopping: AbortSignal
  /** The definition as agents register it, in content's words. */
  describe: (row: CredentialDefinitionRow) => CredentialDefinitionOptions
  /** The content's credentials by the ids of their definitions. */
  shipped: ReadonlyMap<string, ShippedCredential>
}

const withOwnKeys = protocols.filter((protocol) => familyOf(protocol).definitionKeys)
const withoutOwnKeys = protocols.filter((protocol) => !familyOf(protocol).definitionKeys)

/** Has the agents make definitions: at once where they need no keys, the others some at a time and each once. */
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

  /** Registers it where it needs no keys, with the words and looks of today. A protocol may not take such a one. */
  async registerAtOnce(row: CredentialDefinitionRow): Promise<void> {
    for (const protocol of withoutOwnKeys)
      await this.#register(protocol, row).catch((error) => {
        if (!isRefusal(error)) throw error
      })
  }

  /**
   * Resolves when the protocol has it. Many callers for one definition share the making of its keys; the agent's own
   * lock covers other processes.
   * @throws ApiError 400 where the protocol does not take such a credential
   */
  async register(id: string, protocol: Protocol): Promise<void> {
    if (familyOf(protocol).definitionKeys) return this.makeKeys(id)
    const row = await this.#dependencies.repository.find(id)
    if (!row) return
    await this.#register(protocol, row).catch((error) => {
      throw isRefusal(error) ? notTaken() : error
    })
  }

  makeKeys(id: string): Promise<void> {
    const underWay = this.#underWay.get(id)
    if (underWay) return underWay
    const registration = this.#dependencies.queue
      .add(async () => {
        const row = await this.#dependencies.repository.find(id)
        if (row?.state !== 'preparing') return
        for (const protocol of withOwnKeys) {
          const { definitionId } = await this.#register(protocol, row)
          await this.#dependencies.repository.markReady(id, definitionId)
        }
      })
      .finally(() => this.#underWay.delete(id))
    this.#underWay.set(id, registration)
    // A caller that stopped waiting no longer sees the failure; the next caller starts again.
    registration.catch((error) => {
      if (this.#dependencies.stopping.aborted) return
      // The name of a visitor's own credential stays out of the log, and the id ends with it.
      const credential = this.#dependencies.shipped.get(id)?.name
      this.#dependencies.logger.warn({ err: error, credential }, 'A credential definition could not be made')
    })
    return registration
  }

  #register(protocol: Protocol, row: CredentialDefinitionRow) {
    const { agents, describe } = this.#dependencies
    return agents[protocol].registerCredentialDefinition(describe(row))
  }
}

/** Whether the protocol takes no credential of this kind. */
const isRefusal = (error: unknown) => error instanceof AgentError && error.code === 'invalid'

export const notTaken = () =>
  new ApiError(
    400,
    'not-possible',
    'Two attributes of this credential are the same to these wallets, like birth_date and date_of_birth. ' +
      'Rename one of them, or issue the credential by DIDComm.',
  )
