import { setTimeout } from 'node:timers/promises'
import type { AgentEvent } from '../port/agent.ts'
import type { AgentLogger } from '../port/options.ts'
import type { EventRows, NewEvent, StoredEvent, Written } from '../port/storage.ts'

type Listener = (event: AgentEvent) => void | Promise<void>
type Describe<Told> = (record: Told) => Promise<AgentEvent | undefined>

/** Events read from the storage at a time, and subjects told at the same time of what was read. */
const readAtOnce = 200
const toldAtOnce = 200
/** Told ones are forgotten together, so many milliseconds later: a write for each would cost more than telling it. */
const forgottenAfter = 200
/** Pauses before a listener that failed is told again, in milliseconds; the last one is repeated. */
const pauses = [200, 1_000, 5_000, 30_000]

/**
 * Delivers state changes to listeners, in order per subject, until they accept them.
 * A change is stored with its record, so another process delivers it after a sudden end.
 */
export class Events {
  readonly #rows: EventRows
  readonly #logger: AgentLogger
  readonly #listeners = new Set<Listener>()
  readonly #describers = new Map<string, Describe<never>>()
  /** The last event under way of each subject. */
  readonly #tails = new Map<string, Promise<void>>()
  readonly #stop = new AbortController()
  /** Positions of what is under way, or was told and may still be found in the storage. */
  readonly #known = new Set<number>()
  #reading: Promise<void> | undefined
  /** Positions of what has been told and is still stored. */
  readonly #told: number[] = []
  #forgotten: number[] = []
  #forgetting: Promise<void> | undefined

  constructor(rows: EventRows, logger: AgentLogger) {
    this.#rows = rows
    this.#logger = logger
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** From now on the states of this kind of record are told, in the words of `describe`. */
  tellOf<Told>(recordClass: { type: string }, describe: Describe<Told>): void {
    this.#describers.set(recordClass.type, describe)
  }

  /** What is to be stored with a record; `undefined` when it is nobody's business. */
  async describe(record: { type: string }): Promise<NewEvent | undefined> {
    const event = await this.#describers.get(record.type)?.(record as never)
    return event && { ...stateOf(event), body: JSON.stringify(event) }
  }

  /** Tells what was stored with a record, if anything was. */
  stored(event: NewEvent | undefined, { event: position }: Written): void {
    if (event && position !== undefined) this.#line({ position, ...event })
  }

  /**
   * Delivers events that a process left behind or whose write seemed to fail. Call at the start and periodically.
   * Resolves when delivery has begun.
   */
  deliverLeftBehind(): Promise<void> {
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  /** Resolves when everything stored so far has been told and forgotten. */
  async settled(): Promise<void> {
    while (this.#reading || this.#tails.size > 0 || this.#forgetting)
      await Promise.all([this.#reading, ...this.#tails.values(), this.#forgetting])
  }

  /** Gives up on listeners that fail; what they did not take is told after the next start. */
  stop(): void {
    this.#stop.abort()
  }

  async #readAll(): Promise<void> {
    // What was forgotten before can't be read any more once this has begun.
    const gone = this.#forgotten
    this.#forgotten = []
    for (let failures = 0; !this.#stop.signal.aborted; failures++) {
      try {
        await this.#linePages(() => this.#rows.takeOver(readAtOnce))
        await this.#linePages((after) => this.#rows.waiting(after, readAtOnce))
        for (const position of gone) this.#known.delete(position)
        return
      } catch (error) {
        this.#logger.error('State changes could not be read', { error: (error as Error).name })
        await this.#pause(failures)
      }
    }
  }

  async #linePages(read: (after: number) => Promise<StoredEvent[]>): Promise<void> {
    for (let after = 0, isMore = true; isMore && !this.#stop.signal.aborted; ) {
      const page = await read(after)
      for (const event of page) this.#line(event)
      after = page.at(-1)?.position ?? after
      isMore = page.length === readAtOnce
      while (this.#tails.size >= toldAtOnce) await Promise.race(this.#tails.values())
    }
  }

  #line(event: StoredEvent): void {
    if (this.#stop.signal.aborted || this.#known.has(event.position)) return
    this.#known.add(event.position)
    const previous = this.#tails.get(event.subjectId) ?? Promise.resolve()
    const tail = previous.then(() => this.#tell(event))
    this.#tails.set(event.subjectId, tail)
    void tail.then(() => {
      if (this.#tails.get(event.subjectId) === tail) this.#tails.delete(event.subjectId)
    })
  }

  async #tell({ position, body }: StoredEvent): Promise<void> {
    const event = parsed(body)
    if (!event) this.#logger.error('A state change cannot be read', { position })
    for (let failures = 0; !this.#stop.signal.aborted; failures++) {
      try {
        for (const listener of event ? this.#listeners : []) await listener(event as AgentEvent)
        this.#told.push(position)
        this.#forgetting ??= this.#forget()
        return
      } catch (error) {
        this.#logger.error('A state change could not be handed on yet', { error: (error as Error).name })
        await this.#pause(failures)
      }
    }
  }

  /** What a sudden end keeps from being forgotten is told once more. */
  async #forget(): Promise<void> {
    for (let failures = 0; this.#told.length > 0; ) {
      await setTimeout(forgottenAfter)
      const positions = this.#told.splice(0)
      try {
        await this.#rows.delete(positions)
        this.#forgotten.push(...positions)
        failures = 0
      } catch (error) {
        if (this.#stop.signal.aborted) break
        this.#told.unshift(...positions)
        this.#logger.error('State changes could not be forgotten yet', { error: (error as Error).name })
        await this.#pause(failures++)
      }
    }
    this.#forgetting = undefined
  }

  async #pause(failures: number): Promise<void> {
    const { signal } = this.#stop
    await setTimeout(pauses[failures] ?? pauses.at(-1), undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** `undefined` when it cannot be read: waiting for it would keep others from being told. */
function parsed(body: string): AgentEvent | undefined {
  try {
    return JSON.parse(body) as AgentEvent
  } catch {
    return undefined
  }
}

function stateOf(event: AgentEvent): { subjectId: string; state: string } {
  if (event.type === 'connection') return { subjectId: event.connection.connectionId, state: event.connection.state }
  if (event.type === 'credential') return { subjectId: event.credential.credentialId, state: event.credential.state }
  return { subjectId: event.proof.proofId, state: event.proof.state }
}
