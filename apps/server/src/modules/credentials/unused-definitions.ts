import type { Agents, CredentialDefinitionOptions } from '@lastmile/agent/port'
import type { Logger } from 'pino'
import type { CredentialDefinitionRow } from '../../platform/database/schema.ts'
import type { CredentialDefinitionRepository } from './definition-repository.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** A use is noted to within some minutes, so that most cost no write. */
export const usesNotedMs = 10 * minuteMs
/** Covers a use that is noted late, and the wait for a wallet. */
const begunWithinMs = 2 * usesNotedMs

export interface KeptDefinitions {
  /** How many at most. */
  most: number
  /** Days after its last use. */
  days: number
}

interface Dependencies {
  agents: Agents
  repository: CredentialDefinitionRepository
  logger: Logger
  describe: (row: CredentialDefinitionRow) => CredentialDefinitionOptions
  kept: KeptDefinitions
  /** The content's, by their ids: they stay and do not count. */
  shipped: ReadonlyMap<string, unknown>
  isUnderWay: (id: string) => boolean
  stopping: AbortSignal
}

/** Removes unused definitions. A row marks the removal first and goes last: a removal that broke off goes on. */
export class UnusedDefinitions {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Removes those unused for long, and the least recently used beyond the limit. What an open exchange needs stays.
   * @param coming how many are about to be added
   * @returns whether they fit under the limit now
   */
  async makeRoom(coming: number, now: Date): Promise<boolean> {
    const outdated = new Date(now.getTime() - this.#dependencies.kept.days * dayMs).toISOString()
    const rows = await this.#dependencies.repository.byLastUse()
    const candidates = rows.filter(({ id, state }) => state === 'removing' || !this.#dependencies.shipped.has(id))
    let beyond = candidates.length + coming - this.#dependencies.kept.most
    for (const row of candidates) {
      if (this.#dependencies.stopping.aborted) break
      if (row.state !== 'removing' && row.usedAt >= outdated && beyond <= 0) continue
      const isRemoved = await this.#remove(row, now).catch((error) => {
        this.#dependencies.logger.warn({ err: error }, 'An unused credential definition could not be removed')
        return false
      })
      if (isRemoved) beyond--
    }
    return beyond <= 0
  }

  /** Ends what a sudden end broke off. */
  async finish(row: CredentialDefinitionRow): Promise<void> {
    const { agents, describe } = this.#dependencies
    for (const agent of Object.values(agents)) await agent.forgetDefinition(describe(row))
    await this.#dependencies.repository.delete(row.id)
  }

  async #remove(row: CredentialDefinitionRow, now: Date): Promise<boolean> {
    if (row.state !== 'removing') {
      const begun = new Date(Date.parse(row.usedAt) + begunWithinMs)
      if (
        begun > now ||
        this.#dependencies.isUnderWay(row.id) ||
        !(await this.#dependencies.repository.beginRemoval(row, begun))
      )
        return false
    }
    await this.finish(row)
    return true
  }
}
