import type { Position } from '../../core/limits/work-queue.ts'
import type { AgentLogger } from '../../port/options.ts'
import type { QueuePosition } from '../../port/queue.ts'
import type { AnswerSubject } from '../admission/answer-subject.ts'
import type { CredoAgent } from '../credo/credo-agent.ts'

/** Notifies listeners of the positions of exchanges in the queue. */
export class QueuePositions {
  readonly #credo: CredoAgent
  readonly #logger: AgentLogger
  readonly #listeners = new Set<(positions: QueuePosition[]) => void>()
  readonly #ids = new WeakMap<AnswerSubject, string | undefined>()
  #notifying: Promise<void> = Promise.resolve()

  constructor(credo: CredoAgent, logger: AgentLogger) {
    this.#credo = credo
    this.#logger = logger
  }

  listen(listener: (positions: QueuePosition[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** In the order of the calls. */
  notify(positions: Position<AnswerSubject>[]): void {
    this.#notifying = this.#notifying
      .then(() => this.#notify(positions))
      .catch((error: Error) => this.#logger.warn('Queue positions could not be delivered', { error: error.name }))
  }

  async #notify(positions: Position<AnswerSubject>[]): Promise<void> {
    const found: QueuePosition[] = []
    for (const { subject, place, seconds } of positions) {
      if (!this.#ids.has(subject)) this.#ids.set(subject, await this.#find(subject))
      const id = this.#ids.get(subject)
      if (id !== undefined) found.push({ kind: subject.kind, id, place, seconds })
    }
    for (const listener of this.#listeners) listener(found)
  }

  async #find({ kind, threadId, connectionId }: AnswerSubject): Promise<string | undefined> {
    const { credentials, proofs } = this.#credo.didcomm
    const [record] = await (kind === 'credential' ? credentials : proofs).findAllByQuery({ threadId, connectionId })
    return record?.id
  }
}
