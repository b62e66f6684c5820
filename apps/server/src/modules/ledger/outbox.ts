import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../../platform/database/database.ts'
import { PreparedQuery } from '../../platform/database/prepared-query.ts'
import type { Entry } from '../../platform/database/schema.ts'
import type { EventPublisher } from '../../platform/process/event-publisher.ts'

const readAtOnce = 200
/** What was told is deleted together, so many milliseconds later: a write for each would cost more than telling it. */
const deletedAfter = 200
/** Pauses after reading failed, in milliseconds; the last one is repeated. */
const pauses = [100, 1_000, 5_000]

/**
 * Tells what changed in the ledger. An event is stored with the state that it is about, so a sudden end loses none; it is told in
 * the order in which it was stored, once in a process, and after a sudden end once more where it was told just before.
 */
export class Outbox {
  readonly #database: Database
  readonly #events: EventPublisher
  readonly #logger: Logger
  readonly #stop = new AbortController()
  /** Of the last event that was told. */
  #position = 0
  #telling: Promise<void> | undefined
  #deleting: Promise<void> | undefined
  #moreToTell = false

  constructor(database: Database, events: EventPublisher, logger: Logger) {
    this.#database = database
    this.#events = events
    this.#logger = logger
  }

  /** To be part of the transaction that changes the entry; `wake` after it. */
  async add(transaction: Database, entry: Entry): Promise<void> {
    await insertEvent.run(transaction, { entry: JSON.stringify(entry) })
  }

  /** Tells what was stored since; after a start, what was not told before the end. */
  wake(): void {
    this.#moreToTell = true
    this.#telling ??= this.#tell()
  }

  /** Resolves when everything stored so far has been told, and nothing is told any more. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#telling
    await this.#deleting
  }

  async #tell(): Promise<void> {
    for (let failures = 0; this.#moreToTell; ) {
      this.#moreToTell = false
      try {
        await this.#tellStored()
        failures = 0
      } catch (error) {
        if (this.#stop.signal.aborted) break
        this.#logger.error({ err: error }, 'Changes of state could not be told yet')
        this.#moreToTell = true
        await this.#pause(pauses[failures++] ?? pauses.at(-1))
      }
    }
    // Before anybody else's turn: whoever wakes it then begins anew.
    this.#telling = undefined
  }

  async #tellStored(): Promise<void> {
    const { rows: stored } = await eventsAfter.run(this.#database, { position: this.#position, limit: readAtOnce })
    for (const { position, entry } of stored) {
      this.#position = position
      this.#events.publish({ type: 'entry', entry: JSON.parse(entry) as Entry })
    }
    if (stored.length === readAtOnce) this.#moreToTell = true
    if (stored.length > 0) this.#deleting ??= this.#deleteTold()
  }

  async #deleteTold(): Promise<void> {
    for (let upTo = 0; upTo < this.#position; ) {
      await this.#pause(deletedAfter)
      upTo = this.#position
      await this.#database
        .deleteFrom('ledgerEvents')
        .where('position', '<=', upTo)
        .execute()
        .catch((error) => this.#logger.warn({ err: error }, 'Changes of state that were told could not be deleted yet'))
    }
    this.#deleting = undefined
  }

  async #pause(ms: number | undefined): Promise<void> {
    await setTimeout(ms, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined)
  }
}

const insertEvent = new PreparedQuery((database, given: { entry: string }) =>
  database.insertInto('ledgerEvents').values({ entry: given.entry }),
)

const eventsAfter = new PreparedQuery((database, given: { position: number; limit: number }) =>
  database
    .selectFrom('ledgerEvents')
    .selectAll()
    .where('position', '>', given.position)
    .orderBy('position')
    .limit(given.limit),
)
