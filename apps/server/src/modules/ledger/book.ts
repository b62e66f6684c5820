import { AgentError } from '@lastmile/agent/port'
import type { Entries, Entry, EntryKind } from '../../platform/database/schema.ts'
import { notFound } from '../../platform/http/errors.ts'
import { forEachInTurn } from '../../platform/process/for-each.ts'
import type { Locks } from '../../platform/process/locks.ts'
import type { Change, Ledger, NewEntry } from './ledger.ts'
import type { Caller, Shares } from './shares.ts'
import { isOpen, isReachedFrom } from './states.ts'

/** Entries that are read at a time, and milliseconds after which the rest is left to the next turn, which comes within a minute. */
const sweptAtOnce = 1_000
const longestSweep = 40_000

/** What connections, credentials and proofs each do in their own way. */
export interface Noun<Kind extends EntryKind> {
  kind: Kind
  /** How far the agent is with it; undefined when the agent does not know it (any more). */
  read(id: string): Promise<Change<Kind> | undefined>
  /** Has the agent forget it, attribute values and all. */
  forget(entry: Entries[Kind]): Promise<void>
  /** Does what is to be done at once when it is open no more. Can come more than once. */
  ended?(entry: Entries[Kind]): Promise<unknown>
  /** What becomes of an open one that the agent does not know: it never reached the wallet. */
  lost: Change<Kind>
  /** What becomes of one that nobody answered. */
  expired: Change<Kind>
  /** What becomes of an open one that its owner takes back, where other pages of the owner are to hear of it. */
  withdrawn?: Change<Kind>
}

/** What the agent says of something that it has just begun. */
export type Begun<Kind extends EntryKind> = Omit<NewEntry<Kind>, 'kind' | 'visitor' | 'openKey' | 'network'>

/** What every book is kept with. */
export interface BookKeeping {
  ledger: Ledger
  shares: Shares
  locks: Locks
}

/** Keeps the entries of one kind true to what the agent knows, from their beginning until nothing is left of them. */
export class Book<Kind extends EntryKind> {
  readonly #ledger: Ledger
  readonly #shares: Shares
  readonly #locks: Locks
  readonly #noun: Noun<Kind>
  /** By connection: what was asked for and is not stored yet. */
  readonly #beginning = new Map<string, Promise<unknown>>()

  constructor({ ledger, shares, locks }: BookKeeping, noun: Noun<Kind>) {
    this.#ledger = ledger
    this.#shares = shares
    this.#locks = locks
    this.#noun = noun
  }

  /**
   * Begins something that waits for an answer.
   * @throws ApiError 429 or 503 when too much is open
   */
  async begin(caller: Caller, ask: () => Promise<Begun<Kind>>, openKey: string | null = null): Promise<Entries[Kind]> {
    await this.#shares.check(this.#noun.kind, caller)
    const begun = await ask()
    const network = this.#shares.networkOf(caller)
    const entry = this.#entry(begun, { visitor: caller.visitor, openKey, network })
    const added = await this.#ledger.add<Kind>(entry)
    if (added) return added
    // The wallet answered another server, which was faster: what that stored is at least as new.
    await this.#ledger.claim(entry.id, { openKey, network })
    const stored = await this.#ledger.find(this.#noun.kind, entry.id)
    if (!stored) throw new Error(`A ${this.#noun.kind} could not be stored`)
    return stored
  }

  /** The same on a connection, once: while what was begun with this key is open, that is the answer. */
  beginOnce(
    caller: Caller,
    { connectionId, openKey }: { connectionId: string; openKey: string },
    ask: () => Promise<Begun<Kind>>,
  ): Promise<Entries[Kind]> {
    return this.#locks.withLock(`${this.#noun.kind} ${openKey}`, async () => {
      const open = await this.findOpen(openKey)
      if (open) return open
      const beginning = this.begin(caller, ask, openKey)
      const stored = Promise.allSettled([this.#beginning.get(connectionId), beginning])
      this.#beginning.set(connectionId, stored)
      void stored.then(() => {
        if (this.#beginning.get(connectionId) === stored) this.#beginning.delete(connectionId)
      })
      return beginning
    })
  }

  /**
   * Resolves when what this process begins on the connection is stored. The agent tells of it before it answers whoever asked, and the answer
   * knows more.
   */
  async whenBegun(connectionId: string | undefined): Promise<void> {
    await this.#beginning.get(connectionId ?? '')
  }

  /** One that the agent has and the ledger does not: another server is still to store it, or a stop came in between. */
  async adopt(begun: Begun<Kind>, owner: { visitor: string; openKey: string | null }): Promise<void> {
    // One that did not reach its wallet is gone by now.
    const change = await this.#noun.read(begun.id)
    if (!change) return
    const entry = this.#entry({ ...begun, ...change }, { ...owner, network: null })
    // A second open one, which a sudden end left behind, lives on; but equal requests mean the first.
    const added = (await this.#ledger.add<Kind>(entry)) ?? (await this.#ledger.add<Kind>({ ...entry, openKey: null }))
    if (added && !isOpen(added)) await this.#end(added, new Date())
  }

  /** Any visitor's, deleted ones too. */
  find(id: string): Promise<Entries[Kind] | undefined> {
    return this.#ledger.find(this.#noun.kind, id)
  }

  /** As it is stored. @throws ApiError 404 when it is not the visitor's or was deleted */
  async owned(visitor: string, id: string): Promise<Entries[Kind]> {
    const entry = await this.#ledger.findOwned(this.#noun.kind, visitor, id)
    if (!entry || entry.deletedAt) throw notFound(this.#noun.kind)
    return entry
  }

  /** As it is now. @throws ApiError 404 when it is not the visitor's or was deleted */
  async get(visitor: string, id: string): Promise<Entries[Kind]> {
    return this.reconcile(await this.owned(visitor, id))
  }

  /** One that waits for an answer still. */
  async findOpen(openKey: string): Promise<Entries[Kind] | undefined> {
    const entry = await this.#ledger.findOpen(this.#noun.kind, openKey)
    const current = entry && (await this.reconcile(entry))
    return current && isOpen(current) ? current : undefined
  }

  /** Stores how far it is. @returns it as it is then; undefined when there is none */
  async advance(id: string, change: Change<Kind>, now = new Date()): Promise<Entries[Kind] | undefined> {
    const { kind } = this.#noun
    const entry = (await this.#ledger.advance(kind, id, change, { now })) ?? (await this.#ledger.find(kind, id))
    if (entry && !isOpen(entry)) await this.#end(entry, now)
    return entry
  }

  /** Brings it up to what the agent knows. */
  async reconcile(entry: Entries[Kind]): Promise<Entries[Kind]> {
    if (!isOpen(entry) || entry.deletedAt) return entry
    const change = (await this.#noun.read(entry.id)) ?? this.#noun.lost
    // Mostly it is that far already, which need not be asked of the ledger.
    if (!isReachedFrom(entry, change.state)) return entry
    return (await this.advance(entry.id, change)) ?? entry
  }

  async reconcileOpen(): Promise<void> {
    await forEachInTurn(await this.#ledger.open(this.#noun.kind), (entry) => this.reconcile(entry))
  }

  /** Looks for what did not reach the wallet, so that it is in nobody's way and no page hears of it later. */
  async reconcileOn(visitor: string, connectionId: string): Promise<void> {
    const isOwn = (entry: Entry): entry is Entries[Kind] => entry.kind === this.#noun.kind
    await forEachInTurn((await this.#ledger.onConnection(visitor, connectionId)).filter(isOwn), (entry) =>
      this.reconcile(entry),
    )
  }

  /** Takes it back if it is open, and forgets it. Doing so again does nothing. @throws ApiError 404 when it is not the visitor's */
  async delete(visitor: string, id: string): Promise<void> {
    const { kind, withdrawn } = this.#noun
    const entry = await this.#ledger.findOwned(kind, visitor, id)
    if (!entry) throw notFound(kind)
    if (withdrawn) await this.#ledger.advance(kind, id, withdrawn)
    await this.#ledger.remove(id)
    await this.#forget(entry)
  }

  /** Ends what nobody answered, has the agent forget what ended, and deletes what was forgotten long ago. */
  async sweep(now: Date): Promise<void> {
    const goOnUntil = performance.now() + longestSweep
    for (let isMore = true; isMore && performance.now() < goOnUntil; ) {
      const due = await this.#ledger.due(this.#noun.kind, now, sweptAtOnce)
      await forEachInTurn(due, (entry) => this.#sweepOne(entry, now))
      isMore = due.length === sweptAtOnce
    }
  }

  async #sweepOne(entry: Entries[Kind], now: Date): Promise<void> {
    if (entry.forgotten) return this.#ledger.delete(entry.id)
    const current = await this.reconcile(entry)
    if (Date.parse(current.dueAt) > now.getTime()) return
    const { kind, expired, ended } = this.#noun
    const over =
      isOpen(current) && !current.deletedAt ? await this.#ledger.advance(kind, entry.id, expired, { now }) : current
    if (!over) return
    await ended?.(over)
    await this.#forget(over)
  }

  #entry(begun: Begun<Kind>, owner: Pick<Entry, 'visitor' | 'openKey' | 'network'>): NewEntry<Kind> {
    return { ...begun, ...owner, kind: this.#noun.kind } as unknown as NewEntry<Kind>
  }

  async #end(entry: Entries[Kind], now: Date): Promise<void> {
    await this.#noun.ended?.(entry)
    if (Date.parse(entry.dueAt) <= now.getTime()) await this.#forget(entry)
  }

  /** The values first, and only then the note that they are gone: after a sudden end in between they are forgotten again. */
  async #forget(entry: Entries[Kind]): Promise<void> {
    if (entry.forgotten) return
    await this.#noun.forget(entry).catch((error: unknown) => {
      if (!(error instanceof AgentError && error.code === 'not-found')) throw error
    })
    await this.#ledger.markForgotten(entry)
  }
}
