import { setTimeout } from 'node:timers/promises'
import type { AgentEvent } from '../port/agent-event.ts'
import type { AgentLogger } from '../port/options.ts'
import type { EventRows, NewEvent, StoredEvent, Written } from '../port/storage.ts'
import { runPeriodically } from './run-periodically.ts'

type Listener = (event: AgentEvent) => void | Promise<void>
type Describe<Kind> = (record: Kind) => Promise<AgentEvent | undefined>

/** Events read from the storage at a time, and subjects whose events are delivered at the same time. */
const readAtOnce = 200
const deliveredAtOnce = 200
/** Delivered ones are deleted together, so many milliseconds later: a write for each would cost more than delivery. */
const deletedAfter = 200
/** Events of processes that have ended are looked for this often, in milliseconds. */
const takenOverEvery = 10_000
/** How long listeners have to take the last state changes, in milliseconds. */
const longestDelivery = 2_000
/** Pauses before an event is delivered again to a listener that failed, in milliseconds; the last one is repeated. */
const pauses = [200, 1_000, 5_000, 30_000]

/**
 * Delivers state changes of all agents to listeners, in order per subject, until they accept them.
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
  /** Positions of events under way, or delivered and perhaps still stored. */
  readonly #seen = new Set<number>()
  #reading: Promise<void> | undefined
  #looking: Promise<void> | undefined
  /** Positions of events that are delivered and still stored. */
  readonly #delivered: number[] = []
  #deleted: number[] = []
  #deleting: Promise<void> | undefined

  constructor(rows: EventRows, logger: AgentLogger) {
    this.#rows = rows
    this.#logger = logger
  }

  /**
   * Called for every state change, in order per id. A change is stored first, and emitted again, also after a restart,
   * until every listener has resolved: so a listener may get one more than once. What a proof revealed is not part of
   * it.
   */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Delivers what was left behind, now and periodically. Call when the agents run. */
  start(): void {
    void this.deliverLeftBehind()
    this.#looking = runPeriodically(takenOverEvery, () => this.deliverLeftBehind(), this.#stop.signal, this.#logger)
  }

  /** From now on the states of this kind of record are emitted, as `describe` puts them. */
  emitStatesOf<Kind>(recordClass: { type: string }, describe: Describe<Kind>): void {
    this.#describers.set(recordClass.type, describe)
  }

  /**
   * Stores a record with the event of its state, if there is one, and delivers that.
   * @param write stores both in one transaction; answers undefined where it did not
   * @returns whether it was stored
   */
  async store(record: { type: string }, write: (event?: NewEvent) => Promise<Written | undefined>): Promise<boolean> {
    const described = await this.#describers.get(record.type)?.(record as never)
    const event = described && { ...stateOf(described), body: JSON.stringify(described) }
    const written = await write(event)
    if (event && written?.event !== undefined) this.#enqueue({ position: written.event, ...event })
    return written !== undefined
  }

  /**
   * Delivers events that a process left behind or whose write seemed to fail. Resolves when delivery has begun.
   */
  deliverLeftBehind(): Promise<void> {
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  /** Resolves when everything stored so far is delivered and deleted. */
  async whenIdle(): Promise<void> {
    while (this.#reading || this.#tails.size > 0 || this.#deleting)
      await Promise.all([this.#reading, ...this.#tails.values(), this.#deleting])
  }

  /** Waits for the delivery of what is stored, a moment at most. */
  async settle(): Promise<void> {
    await Promise.race([this.whenIdle(), setTimeout(longestDelivery, undefined, { ref: false })])
  }

  /** Gives up on listeners that fail; what they did not take is delivered after the next start. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#looking
  }

  async #readAll(): Promise<void> {
    // Events deleted before can't be read any more once this has begun.
    const gone = this.#deleted
    this.#deleted = []
    const isRead = await this.#retry('State changes could not be read', async () => {
      await this.#enqueuePages(() => this.#rows.takeOver(readAtOnce))
      await this.#enqueuePages((after) => this.#rows.waiting(after, readAtOnce))
    })
    if (isRead) for (const position of gone) this.#seen.delete(position)
  }

  async #enqueuePages(read: (after: number) => Promise<StoredEvent[]>): Promise<void> {
    for (let after = 0, isMore = true; isMore && !this.#stop.signal.aborted; ) {
      const page = await read(after)
      for (const event of page) this.#enqueue(event)
      after = page.at(-1)?.position ?? after
      isMore = page.length === readAtOnce
      while (this.#tails.size >= deliveredAtOnce) await Promise.race(this.#tails.values())
    }
  }

  #enqueue(event: StoredEvent): void {
    if (this.#stop.signal.aborted || this.#seen.has(event.position)) return
    this.#seen.add(event.position)
    const previous = this.#tails.get(event.subjectId) ?? Promise.resolve()
    const tail = previous.then(() => this.#deliver(event))
    this.#tails.set(event.subjectId, tail)
    void tail.then(() => {
      if (this.#tails.get(event.subjectId) === tail) this.#tails.delete(event.subjectId)
    })
  }

  async #deliver({ position, body }: StoredEvent): Promise<void> {
    const event = parsed(body)
    if (!event) this.#logger.error('A state change cannot be read', { position })
    if (this.#stop.signal.aborted) return
    const isDelivered = await this.#retry('A state change could not be handed on yet', async () => {
      for (const listener of event ? this.#listeners : []) await listener(event as AgentEvent)
    })
    if (!isDelivered) return
    this.#delivered.push(position)
    this.#deleting ??= this.#delete()
  }

  /** An event that a sudden end keeps from being deleted is delivered once more. */
  async #delete(): Promise<void> {
    while (this.#delivered.length > 0) {
      await setTimeout(deletedAfter)
      const positions = this.#delivered.splice(0)
      if (await this.#retry('State changes could not be deleted yet', () => this.#rows.delete(positions)))
        this.#deleted.push(...positions)
    }
    this.#deleting = undefined
  }

  /** Does something until it succeeds or the agent stops. @returns whether it succeeded */
  async #retry(failure: string, work: () => Promise<void>): Promise<boolean> {
    const { signal } = this.#stop
    let failures = 0
    do {
      try {
        await work()
        return true
      } catch (error) {
        this.#logger.error(failure, { error: (error as Error).name })
        const pause = pauses[failures++] ?? pauses.at(-1)
        await setTimeout(pause, undefined, { signal, ref: false }).catch(() => undefined)
      }
    } while (!signal.aborted)
    return false
  }
}

/** `undefined` when it cannot be read: waiting for it would hold up the others. */
function parsed(body: string): AgentEvent | undefined {
  try {
    return JSON.parse(body) as AgentEvent
  } catch {
    return undefined
  }
}

function stateOf(event: AgentEvent): { subjectId: string; state: string } {
  if (event.type === 'connection') return { subjectId: event.connection.connectionId, state: event.connection.state }
  if (event.type === 'credential')
    return { subjectId: event.credential.credentialId, state: withRefusal(event.credential) }
  return { subjectId: event.proof.proofId, state: withRefusal(event.proof) }
}

/** An open exchange gets a refusal, and stays in its state, when its wallet's call could not be read. */
const withRefusal = ({ state, refusal }: { state: string; refusal?: string }) =>
  refusal === undefined ? state : `${state} ${refusal}`
