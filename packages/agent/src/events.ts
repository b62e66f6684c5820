import { setTimeout } from 'node:timers/promises'
import type { BaseRecord } from '@credo-ts/core'
import type { AgentLogger } from './options.ts'
import type { AgentEvent } from './port.ts'
import type { EventRows, NewEvent, StoredEvent } from './storage.ts'

type Listener = (event: AgentEvent) => void | Promise<void>
type Describe<Told> = (record: Told) => Promise<AgentEvent | undefined>

/** Events read from the storage at a time, and subjects told at the same time. */
const readAtOnce = 200
const toldAtOnce = 200
/** Told ones are forgotten together, so many milliseconds later: a write for each would cost more than telling it. */
const forgottenAfter = 200
/** Pauses before a listener that failed is told again, in milliseconds; the last one is repeated. */
const pauses = [200, 1_000, 5_000, 30_000]

/**
 * Tells listeners of state changes. A change is stored with the record that made it, so a sudden end loses none; it is
 * told in the order of its subject, and again until the listeners have taken it.
 */
export class Events {
  readonly #rows: EventRows
  readonly #logger: AgentLogger
  readonly #listeners = new Set<Listener>()
  readonly #describers = new Map<string, Describe<never>>()
  /** The last event under way of each subject. */
  readonly #tails = new Map<string, Promise<void>>()
  readonly #stop = new AbortController()
  /** Up to where the storage was read. */
  #position = 0
  #reading: Promise<void> | undefined
  /** Positions of what has been told and is still stored. */
  readonly #told: number[] = []
  #forgetting: Promise<void> | undefined
  #moreToRead = false

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
  async describe(record: BaseRecord): Promise<NewEvent | undefined> {
    const event = await this.#describers.get(record.type)?.(record as never)
    return event && { ...stateOf(event), body: JSON.stringify(event) }
  }

  /** Looks for what was stored; after a start, for what was not told before the end. */
  wake(): void {
    this.#moreToRead = true
    if (!this.#stop.signal.aborted) this.#reading ??= this.#read()
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

  async #read(): Promise<void> {
    while (this.#moreToRead && !this.#stop.signal.aborted) {
      this.#moreToRead = false
      try {
        const stored = await this.#rows.waiting(this.#position, readAtOnce)
        for (const event of stored) this.#line(event)
        this.#position = stored.at(-1)?.position ?? this.#position
        if (stored.length === readAtOnce) this.#moreToRead = true
        while (this.#tails.size >= toldAtOnce) await Promise.race(this.#tails.values())
      } catch (error) {
        this.#logger.error('State changes could not be read', { error: (error as Error).name })
        this.#moreToRead = true
        await this.#pause(0)
      }
    }
    // Before anybody else's turn: whoever wakes it then begins anew.
    this.#reading = undefined
  }

  #line(event: StoredEvent): void {
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
