import type { Place } from '../../core/limits/line.ts'
import type { PlaceInLine } from '../../port/agent.ts'
import type { AgentLogger } from '../../port/options.ts'
import type { AnswerSubject } from '../admission/answer-subject.ts'
import type { CredoAgent } from '../credo/agent.ts'

/** Tells where exchanges stand in the line, by their ids. */
export class Places {
  readonly #credo: CredoAgent
  readonly #logger: AgentLogger
  readonly #listeners = new Set<(places: PlaceInLine[]) => void>()
  readonly #ids = new WeakMap<AnswerSubject, string | undefined>()
  #telling: Promise<void> = Promise.resolve()

  constructor(credo: CredoAgent, logger: AgentLogger) {
    this.#credo = credo
    this.#logger = logger
  }

  listen(listener: (places: PlaceInLine[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** In the order of the calls. */
  tell(places: Place<AnswerSubject>[]): void {
    this.#telling = this.#telling
      .then(() => this.#tell(places))
      .catch((error: Error) => this.#logger.warn('Places in the line could not be told', { error: error.name }))
  }

  async #tell(places: Place<AnswerSubject>[]): Promise<void> {
    const told: PlaceInLine[] = []
    for (const { subject, place, seconds } of places) {
      if (!this.#ids.has(subject)) this.#ids.set(subject, await this.#find(subject))
      const id = this.#ids.get(subject)
      if (id !== undefined) told.push({ kind: subject.kind, id, place, seconds })
    }
    for (const listener of this.#listeners) listener(told)
  }

  async #find({ kind, threadId, connectionId }: AnswerSubject): Promise<string | undefined> {
    const { credentials, proofs } = this.#credo.didcomm
    const [record] = await (kind === 'credential' ? credentials : proofs).findAllByQuery({ threadId, connectionId })
    return record?.id
  }
}
