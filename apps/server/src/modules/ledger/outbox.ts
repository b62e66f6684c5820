import { setTimeout } from 'node:timers/promises'
import type { InsertQueryBuilder, Selectable, UpdateQueryBuilder } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../platform/database/database.ts'
import { PreparedQuery } from '../../platform/database/prepared-query.ts'
import type { DatabaseSchema, Entry } from '../../platform/database/schema.ts'
import type { EventPublisher } from '../../platform/process/event-publisher.ts'

/** Milliseconds after which emitted events are deleted together: a write for each would cost more than emitting it. */
const deletedAfter = 200
const triedAgainAfter = 1_000
const readAtOnce = 500

type LedgerRow = Selectable<DatabaseSchema['ledger']>

/** A query that changes one entry, or none, and returns it. */
export type LedgerChange<Given extends object> = PreparedQuery<
  Given,
  | InsertQueryBuilder<DatabaseSchema, 'ledger', LedgerRow>
  | UpdateQueryBuilder<DatabaseSchema, 'ledger', 'ledger', LedgerRow>
>

/**
 * Emits changes of the ledger. Event and state are one transaction, so a sudden end loses none; after one, an event may
 * be emitted twice.
 */
export interface Outbox {
  /** Stores one change with its event, both or neither, then emits it. @returns the entry, if one was changed */
  write<Given extends object>(change: LedgerChange<Given>, given: Given): Promise<Entry | undefined>
  /** Emits the events that an earlier process stored and did not emit. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** The outbox of a process that has the database alone: all listeners are in this process. */
export class OwnOutbox implements Outbox {
  readonly #database: Database
  readonly #events: EventPublisher
  readonly #logger: Logger
  readonly #stop = new AbortController()
  readonly #emitted: number[] = []
  #deleting: Promise<void> | undefined

  constructor(database: Database, events: EventPublisher, logger: Logger) {
    this.#database = database
    this.#events = events
    this.#logger = logger
  }

  async write<Given extends object>(change: LedgerChange<Given>, given: Given): Promise<Entry | undefined> {
    const written = await this.#database.transaction().execute(async (transaction) => {
      const entry = (await change.one(transaction, given)) as Entry | undefined
      if (!entry) return undefined
      const event = await insertEvent.one(transaction, { entry: JSON.stringify(entry), at: new Date().toISOString() })
      return { entry, position: event?.position ?? 0 }
    })
    if (!written) return undefined
    this.#emit(written.position, written.entry)
    return written.entry
  }

  async start(): Promise<void> {
    await eachStored(this.#database, ({ position, entry }) => this.#emit(position, JSON.parse(entry) as Entry))
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#deleting
  }

  #emit(position: number, entry: Entry): void {
    this.#events.publish({ type: 'entry', entry })
    this.#emitted.push(position)
    this.#deleting ??= this.#deleteEmitted()
  }

  async #deleteEmitted(): Promise<void> {
    const { signal } = this.#stop
    for (let wait = deletedAfter; this.#emitted.length > 0; ) {
      await setTimeout(wait, undefined, { signal, ref: false }).catch(() => undefined)
      const positions = this.#emitted.splice(0)
      try {
        await this.#database.deleteFrom('ledgerEvents').where('position', 'in', positions).execute()
        wait = deletedAfter
      } catch (error) {
        this.#logger.warn({ err: error }, 'Emitted events of the ledger could not be deleted yet')
        // They are emitted again after the next start.
        if (signal.aborted) break
        this.#emitted.push(...positions)
        wait = triedAgainAfter
      }
    }
    this.#deleting = undefined
  }
}

const insertEvent = new PreparedQuery((database, given: { entry: string; at: string }) =>
  database.insertInto('ledgerEvents').values({ entry: given.entry, at: given.at }).returning('position'),
)

const eventsAfter = new PreparedQuery((database, given: { after: number; limit: number }) =>
  database
    .selectFrom('ledgerEvents')
    .select(['position', 'entry'])
    .where('position', '>', given.after)
    .orderBy('position')
    .limit(given.limit),
)

/** Reads every event that is stored, in their order. */
export async function eachStored(
  database: Database,
  see: (stored: { position: number; entry: string }) => void,
): Promise<void> {
  for (let after = 0, isMore = true; isMore; ) {
    const { rows } = await eventsAfter.run(database, { after, limit: readAtOnce })
    for (const row of rows) see(row)
    after = rows.at(-1)?.position ?? after
    isMore = rows.length === readAtOnce
  }
}
