import { isOpen, statesBefore } from '@lastmile/contracts/lifecycles'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { PreparedQuery, preparedBy } from '../../platform/database/prepared-query.ts'
import type { DatabaseSchema, Entries, Entry, EntryKind, YesNo } from '../../platform/database/schema.ts'
import type { Outbox } from './outbox.ts'
import { keptMsIn, mostKeptMs, openStates } from './states.ts'

/** The change that a state brings. */
export interface Change<Kind extends EntryKind> {
  state: Entries[Kind]['state']
  refusal?: Entries[Kind]['refusal']
  /** For proofs alone. */
  verified?: YesNo | null
}

/** An entry as it begins. */
export type NewEntry<Kind extends EntryKind> = Omit<
  Entries[Kind],
  'version' | 'forgotten' | 'dueAt' | 'deletedAt' | 'createdAt' | 'updatedAt'
>

/**
 * Visitors' entries: one row for each invitation, offer and proof. State and event are one transaction.
 */
export class Ledger {
  readonly #database: Database
  readonly #outbox: Outbox
  readonly #keptMs: number

  /** @param keptMs how long the row of an ended entry, and an unused connection, stays; milliseconds */
  constructor(database: Database, outbox: Outbox, keptMs = mostKeptMs) {
    this.#database = database
    this.#outbox = outbox
    this.#keptMs = keptMs
  }

  /** @returns undefined, and does nothing, when there is one of this id or of this open key already */
  add<Kind extends EntryKind>(entry: NewEntry<Kind>, now = new Date()): Promise<Entries[Kind] | undefined> {
    return found(
      this.#outbox.write(insertOf(Object.keys(entry)), {
        ...entry,
        dueAt: this.#dueAfter(now, entry.kind, entry.state),
        createdAt: now.toISOString(),
        updatedAt: now.toISOString(),
      }),
    )
  }

  /**
   * The state that an open entry is in can come again with another refusal: its wallet's last call was unreadable.
   * @returns undefined, unchanged, when it was that far already, or is deleted and the change is not `evenDeleted`
   */
  advance<Kind extends EntryKind>(
    kind: Kind,
    id: string,
    { state, refusal = null, verified = null }: Change<Kind>,
    { now = new Date(), evenDeleted = false } = {},
  ): Promise<Entries[Kind] | undefined> {
    return found(
      this.#outbox.write(advanceTo(kind, state, evenDeleted), {
        id,
        refusal,
        verified,
        updatedAt: now.toISOString(),
        dueAt: this.#dueAfter(now, kind, state),
        dueWhenForgotten: later(now, this.#keptMs),
      }),
    )
  }

  /** Deleted ones too. */
  find<Kind extends EntryKind>(kind: Kind, id: string): Promise<Entries[Kind] | undefined> {
    return found(findEntry.one(this.#database, { kind, id }))
  }

  /** Deleted ones too; undefined when it is another visitor's. */
  async findOwned<Kind extends EntryKind>(kind: Kind, visitor: string, id: string): Promise<Entries[Kind] | undefined> {
    const entry = await this.find(kind, id)
    return entry?.visitor === visitor ? entry : undefined
  }

  findOpen<Kind extends EntryKind>(kind: Kind, openKey: string): Promise<Entries[Kind] | undefined> {
    return first(this.#entries(kind).where('openKey', '=', openKey))
  }

  findByInvitation(visitor: string, invitationId: string): Promise<Entries['connection'] | undefined> {
    return first(this.#entries('connection').where('invitationId', '=', invitationId).where('visitor', '=', visitor))
  }

  /**
   * By the credential's place in a status list, deleted or not. A place that was given back may have had others.
   * @param connectionId where it is given, it must be that of the credential
   */
  findByStatus(
    visitor: string,
    { list, index, connectionId }: { list: string; index: string; connectionId?: string | undefined },
  ): Promise<Entries['credential'] | undefined> {
    const found = this.#entries('credential')
      .where('statusList', '=', list)
      .where('statusIndex', '=', index)
      .where('visitor', '=', visitor)
      .orderBy('createdAt', 'desc')
    return first(connectionId === undefined ? found : found.where('connectionId', '=', connectionId))
  }

  /** Entries that are not deleted, a connection with the exchanges on it, in the order in which they began. */
  async onConnection(visitor: string, connectionId: string): Promise<Entry[]> {
    const rows = await this.#database
      .selectFrom('ledger')
      .selectAll()
      .where('connectionId', '=', connectionId)
      .where('visitor', '=', visitor)
      .where('deletedAt', 'is', null)
      .orderBy('createdAt')
      .execute()
    return rows as unknown as Entry[]
  }

  /** Entries that wait for an answer, in the order in which they began. */
  open<Kind extends EntryKind>(kind: Kind): Promise<Entries[Kind][]> {
    return all(
      this.#entries(kind).where('state', 'in', openStates(kind)).where('deletedAt', 'is', null).orderBy('createdAt'),
    )
  }

  /** Counts entries that wait for an answer: of the visitor since `today`, of the network and of all since `lately`. */
  async countOpen(kind: EntryKind, of: { visitor: string; network: string; today: Date; lately: Date }) {
    const given = { ...of, today: of.today.toISOString(), lately: of.lately.toISOString() }
    const counts = await countOf(kind).one(this.#database, given)
    return counts ?? { visitor: 0, network: 0, all: 0 }
  }

  /** Unrevoked credentials that wallets have, of one kind and status list. @param dates of their offers */
  async countIssued(
    { definitionId, statusList }: Pick<Entries['credential'], 'definitionId' | 'statusList'>,
    dates?: { from: Date; until: Date },
  ): Promise<number> {
    const { count } = await this.#database
      .selectFrom('ledger')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('statusList', statusList === null ? 'is' : '=', statusList)
      .where('definitionId', '=', definitionId)
      .where('state', 'in', ['credential_issued', 'credential_acked', 'done'])
      .$if(dates !== undefined, (query) =>
        query
          .where('createdAt', '>=', dates?.from.toISOString() ?? '')
          .where('createdAt', '<', dates?.until.toISOString() ?? ''),
      )
      .executeTakeFirstOrThrow()
    return count
  }

  /** Adds the caller's key and network to an entry that the agent emitted first. */
  async claimForCaller(id: string, { openKey, network }: Pick<Entry, 'openKey' | 'network'>): Promise<void> {
    await this.#database
      .updateTable('ledger')
      .set({ openKey, network })
      .where('id', '=', id)
      .where('state', 'in', [...openStates('credential'), ...openStates('proof')])
      .where('deletedAt', 'is', null)
      .execute()
  }

  /** Its owner wants to see it no more: what the agent keeps of it is due to be forgotten. */
  async remove(id: string, now = new Date()): Promise<void> {
    const time = now.toISOString()
    await this.#database
      .updateTable('ledger')
      .set((column) => ({
        ...nothingOpen,
        deletedAt: time,
        updatedAt: time,
        dueAt: sql`case forgotten when 1 then ${later(now, this.#keptMs)} else ${time} end`,
        version: column('version', '+', 1),
      }))
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .execute()
  }

  /** Entries that are to be ended, forgotten or deleted at this time, the oldest first. */
  due<Kind extends EntryKind>(kind: Kind, now: Date, limit: number): Promise<Entries[Kind][]> {
    return all(this.#entries(kind).where('dueAt', '<=', now.toISOString()).orderBy('dueAt').limit(limit))
  }

  /** The agent keeps nothing of it any more. The row stays for as long as its owner's cookie can. */
  async markForgotten({ id, updatedAt }: Pick<Entry, 'id' | 'updatedAt'>): Promise<void> {
    await this.#database
      .updateTable('ledger')
      .set({ forgotten: 1, dueAt: later(new Date(updatedAt), this.#keptMs) })
      .where('id', '=', id)
      .execute()
  }

  async delete(id: string): Promise<void> {
    await this.#database.deleteFrom('ledger').where('id', '=', id).where('forgotten', '=', 1).execute()
  }

  #dueAfter(time: Date, kind: EntryKind, state: Entry['state']): string {
    return later(time, Math.min(keptMsIn(kind, state), this.#keptMs))
  }

  #entries(kind: EntryKind) {
    return this.#database.selectFrom('ledger').selectAll().where('kind', '=', kind)
  }
}

/** An entry that has ended takes no quota. */
const nothingOpen = { openKey: null, network: null }

const later = (time: Date, ms: number) => new Date(time.getTime() + ms).toISOString()

type Rows = SelectQueryBuilder<DatabaseSchema, 'ledger', DatabaseSchema['ledger']>

/** The columns that the table lets be null are those of other kinds. */
const found = async <Found>(row: Promise<unknown>) => (await row) as Found | undefined
const first = <Found>(query: Rows) => found<Found>(query.limit(1).executeTakeFirst())
const all = async <Found>(query: Rows) => (await query.execute()) as unknown as Found[]

/** One for each kind, as each has columns of its own. */
const insertOf = preparedBy((columns: string[]) => {
  type Given = { [column: string]: unknown; dueAt: string; createdAt: string; updatedAt: string }
  return new PreparedQuery((database, given: Given) =>
    database
      .insertInto('ledger')
      .values({
        ...(Object.fromEntries(columns.map((column) => [column, given[column]])) as NewEntry<EntryKind>),
        version: 1,
        forgotten: 0,
        dueAt: given.dueAt,
        createdAt: given.createdAt,
        updatedAt: given.updatedAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll(),
  )
})

interface Advance {
  id: string
  refusal: Entry['refusal']
  verified: YesNo | null
  updatedAt: string
  dueAt: string
  dueWhenForgotten: string
}

const advanceTo = preparedBy((kind: EntryKind, state: Entry['state'], evenDeleted: boolean) => {
  return new PreparedQuery((database, given: Advance) => {
    const update = database
      .updateTable('ledger')
      .set((column) => ({
        state,
        refusal: given.refusal,
        verified: given.verified,
        version: column('version', '+', 1),
        updatedAt: given.updatedAt,
        dueAt: sql`case when forgotten = 1 then ${given.dueWhenForgotten} when state = ${state} then due_at
          else ${given.dueAt} end`,
        ...(isOpen(kind, state) ? {} : nothingOpen),
      }))
      .where('kind', '=', kind)
      .where('id', '=', given.id)
      .where((column) => {
        const isBefore = column('state', 'in', statesBefore(kind, state))
        const isNews = sql<boolean>`state = ${state} and coalesce(refusal, '') <> ${given.refusal}`
        return isOpen(kind, state) ? column.or([isBefore, isNews]) : isBefore
      })
      .returningAll()
    return evenDeleted ? update : update.where('deletedAt', 'is', null)
  })
})

/** Each by an index of its own. */
const countOf = preparedBy((kind: EntryKind) => {
  type Given = { visitor: string; network: string; today: string; lately: string }
  return new PreparedQuery((database, given: Given) => {
    const openSince = (since: string) =>
      database
        .selectFrom('ledger')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('kind', '=', kind)
        .where('state', 'in', openStates(kind))
        .where('createdAt', '>=', since)
        .where('deletedAt', 'is', null)
    return database.selectNoFrom([
      openSince(given.today).where('visitor', '=', given.visitor).$asScalar().$notNull().as('visitor'),
      openSince(given.lately).where('network', '=', given.network).$asScalar().$notNull().as('network'),
      openSince(given.lately).$asScalar().$notNull().as('all'),
    ])
  })
})

const findEntry = new PreparedQuery((database, { kind, id }: { kind: EntryKind; id: string }) =>
  database.selectFrom('ledger').selectAll().where('kind', '=', kind).where('id', '=', id),
)
