import { AgentError } from '@lastmile/agent/port'
import type { Entries, Entry, EntryKind } from '../../platform/database/schema.ts'
import type { Caller } from '../../platform/http/api-route.ts'
import { notFound } from '../../platform/http/errors.ts'
import { forEachInSequence } from '../../platform/process/for-each.ts'
import type { Locks } from '../../platform/process/locks.ts'
import type { Change, Ledger, NewEntry } from './ledger.ts'
import type { Quotas } from './quotas.ts'
import { isOpen, isReachedFrom } from './states.ts'

/** Entries read at a time, and milliseconds after which a sweep leaves the rest to the next one, a minute later. */
const sweptAtOnce = 1_000
const longestSweep = 40_000

/** How entries of one kind are read, forgotten and ended. */
export interface KindRules<Kind extends EntryKind> {
  kind: Kind
  /** How far the agent is with it; undefined when the agent does not know it (any more). */
  read(entry: Pick<Entries[Kind], 'id' | 'protocol'>): Promise<Change<Kind> | undefined>
  /** Has the agent forget it, attribute values and all. */
  forget(entry: Entries[Kind]): Promise<void>
  /** Called when an entry is no longer open, perhaps more than once. */
  ended?(entry: Entries[Kind]): Promise<unknown>
  /** The outcome of an open entry that the agent does not know: it never reached the wallet. */
  lost: Change<Kind>
  /** The outcome of an entry that the wallet did not answer. */
  expired: Change<Kind>
  /** The outcome of an open entry that its owner withdraws, where the owner's other pages show it. */
  withdrawn?: Change<Kind>
  /** Called when its owner has deleted it. */
  deleted?(id: string): Promise<unknown>
}

/** The agent's answer when it has begun an exchange. */
export type Begun<Kind extends EntryKind> = Omit<NewEntry<Kind>, 'kind' | 'visitor' | 'openKey' | 'network'>

/** An exchange with the addresses of its invitation. */
export type Invited<Kind extends EntryKind, Addresses> = Addresses & { entry: Entries[Kind] }

export interface LifecycleDependencies {
  ledger: Ledger
  quotas: Quotas
  locks: Locks
}

/** Keeps entries of one kind in step with the agent until they are deleted (docs/architecture.md). */
export class EntryLifecycle<Kind extends EntryKind> {
  readonly #dependencies: LifecycleDependencies
  readonly #rules: KindRules<Kind>
  /** Keyed by connection id: resolves when the exchanges that this process is beginning there are stored. */
  readonly #beingStored = new Map<string, Promise<unknown>>()

  constructor(dependencies: LifecycleDependencies, rules: KindRules<Kind>) {
    this.#dependencies = dependencies
    this.#rules = rules
  }

  /**
   * Begins an exchange and stores it with its owner.
   * @param openKey equal for equal requests; null where each request is an exchange of its own
   * @throws ApiError 429 or 503 when a quota is used up
   */
  async begin(caller: Caller, ask: () => Promise<Begun<Kind>>, openKey: string | null = null): Promise<Entries[Kind]> {
    await this.#dependencies.quotas.check(this.#rules.kind, caller)
    return this.#store(caller, await ask(), openKey)
  }

  async #store(caller: Caller, begun: Begun<Kind>, openKey: string | null): Promise<Entries[Kind]> {
    const network = this.#dependencies.quotas.networkOf(caller)
    const entry = this.#entry(begun, { visitor: caller.visitor, openKey, network })
    const added = await this.#dependencies.ledger.add<Kind>(entry)
    if (added) return added
    // Another server handled the wallet's answer first; its row is at least as new.
    await this.#dependencies.ledger.claimForCaller(entry.id, { openKey, network })
    const stored = await this.#dependencies.ledger.find(this.#rules.kind, entry.id)
    if (!stored) throw new Error(`A ${this.#rules.kind} could not be stored`)
    return stored
  }

  /**
   * Begins an exchange on a connection, or answers with the open one of the same key. Entries that did not reach the
   * wallet are ended: they take no quota, and no page hears of them later.
   */
  beginOrJoin(
    caller: Caller,
    { connectionId, openKey }: { connectionId: string; openKey: string },
    ask: () => Promise<Begun<Kind>>,
  ): Promise<Entries[Kind]> {
    return this.#dependencies.locks.withLock(`${this.#rules.kind} ${openKey}`, async () => {
      const open = await this.findOpen(openKey)
      if (open) return open
      const beginning = this.begin(caller, ask, openKey)
      const stored = Promise.allSettled([this.#beingStored.get(connectionId), beginning])
      this.#beingStored.set(connectionId, stored)
      void stored.then(() => {
        if (this.#beingStored.get(connectionId) === stored) this.#beingStored.delete(connectionId)
      })
      return beginning.catch(async (error: unknown) => {
        await this.#reconcileOn(caller.visitor, connectionId)
        throw error
      })
    })
  }

  /**
   * Begins an exchange whose invitation any wallet can take, or answers with the open one of the same key.
   * @param openKey equal for equal requests; null where each request is an exchange of its own
   * @param addressesOf those of one that a wallet can still take
   * @param ask `publish` makes the addresses
   * @throws ApiError 429 or 503 when a quota is used up
   */
  async beginByInvitation<Addresses>(
    caller: Caller,
    openKey: string | null,
    addressesOf: (id: string) => Promise<Addresses | undefined>,
    ask: () => Promise<{ begun: Begun<Kind>; publish: () => Promise<Addresses | undefined> }>,
  ): Promise<Invited<Kind, Addresses>> {
    const begin = async () => {
      await this.#dependencies.quotas.check(this.#rules.kind, caller)
      const { begun, publish } = await ask()
      const entry = await this.#store(caller, begun, openKey)
      const addresses = await publish()
      if (!addresses) throw notFound('invitation')
      return { entry, ...addresses }
    }
    if (openKey === null) return begin()
    return this.#dependencies.locks.withLock(`invitation ${openKey}`, async () => {
      const open = await this.findOpen(openKey)
      const addresses = open && (await addressesOf(open.id))
      if (open && addresses) return { entry: open, ...addresses }
      // A sudden end came between the exchange and its addresses, so no visitor has seen it.
      if (open) await this.delete(caller.visitor, open.id)
      return begin()
    })
  }

  /**
   * Resolves when the exchanges that this process is beginning on the connection are stored. The agent's event comes
   * before its answer to the caller, and only the caller knows the open key and the network.
   */
  async untilStored(connectionId: string | undefined): Promise<void> {
    await this.#beingStored.get(connectionId ?? '')
  }

  /** Stores what the agent has and the ledger lacks: another server is about to, or stopped before it could. */
  async adoptUnknown(begun: Begun<Kind>, owner: { visitor: string; openKey: string | null }): Promise<void> {
    // The agent forgets one that did not reach its wallet.
    const change = await this.#rules.read(begun)
    if (!change) return
    const entry = this.#entry({ ...begun, ...change }, { ...owner, network: null })
    // Another one of this key may be open, after a sudden end: this one is kept too, and equal requests mean the first.
    const added =
      (await this.#dependencies.ledger.add<Kind>(entry)) ??
      (await this.#dependencies.ledger.add<Kind>({ ...entry, openKey: null }))
    if (added && !isOpen(added)) await this.#end(added, new Date())
  }

  /** Any visitor's, deleted ones too. */
  find(id: string): Promise<Entries[Kind] | undefined> {
    return this.#dependencies.ledger.find(this.#rules.kind, id)
  }

  /** The stored entry. @throws ApiError 404 when it is not the visitor's or was deleted */
  async owned(visitor: string, id: string): Promise<Entries[Kind]> {
    const entry = await this.findOwned(visitor, id)
    if (!entry) throw notFound(this.#rules.kind)
    return entry
  }

  /** @returns undefined when it is not the visitor's or was deleted */
  async findOwned(visitor: string, id: string): Promise<Entries[Kind] | undefined> {
    const entry = await this.#dependencies.ledger.findOwned(this.#rules.kind, visitor, id)
    return entry?.deletedAt ? undefined : entry
  }

  /** The entry after a look at the agent. @throws ApiError 404 when it is not the visitor's or was deleted */
  async get(visitor: string, id: string): Promise<Entries[Kind]> {
    return this.reconcile(await this.owned(visitor, id))
  }

  /** An entry that still waits for an answer. */
  async findOpen(openKey: string): Promise<Entries[Kind] | undefined> {
    const entry = await this.#dependencies.ledger.findOpen(this.#rules.kind, openKey)
    const current = entry && (await this.reconcile(entry))
    return current && isOpen(current) ? current : undefined
  }

  /** Stores how far it is. @returns it as it is then; undefined when there is none */
  async advance(id: string, change: Change<Kind>, now = new Date()): Promise<Entries[Kind] | undefined> {
    const { kind } = this.#rules
    const entry =
      (await this.#dependencies.ledger.advance(kind, id, change, { now })) ??
      (await this.#dependencies.ledger.find(kind, id))
    if (entry && !isOpen(entry)) await this.#end(entry, now)
    return entry
  }

  /** Brings it up to what the agent knows. */
  async reconcile(entry: Entries[Kind]): Promise<Entries[Kind]> {
    if (!isOpen(entry) || entry.deletedAt) return entry
    const change = (await this.#rules.read(entry)) ?? this.#rules.lost
    // Mostly it is that far already, which need not be asked of the ledger.
    if (!isReachedFrom(entry, change.state)) return entry
    return (await this.advance(entry.id, change)) ?? entry
  }

  async reconcileOpen(): Promise<void> {
    await forEachInSequence(await this.#dependencies.ledger.open(this.#rules.kind), (entry) => this.reconcile(entry))
  }

  async #reconcileOn(visitor: string, connectionId: string): Promise<void> {
    const isOwn = (entry: Entry): entry is Entries[Kind] => entry.kind === this.#rules.kind
    const entries = await this.#dependencies.ledger.onConnection(visitor, connectionId)
    await forEachInSequence(entries.filter(isOwn), (entry) => this.reconcile(entry))
  }

  /** Withdraws it if it is open, and forgets it. Idempotent. @throws ApiError 404 when it is not the visitor's */
  async delete(visitor: string, id: string): Promise<void> {
    const { kind, withdrawn, deleted } = this.#rules
    const entry = await this.#dependencies.ledger.findOwned(kind, visitor, id)
    if (!entry) throw notFound(kind)
    if (withdrawn) await this.#dependencies.ledger.advance(kind, id, withdrawn)
    await this.#dependencies.ledger.remove(id)
    await this.#forget(entry)
    await deleted?.(id)
  }

  /** Ends unanswered entries, has the agent forget ended ones, and deletes those forgotten long ago. */
  async sweep(now: Date): Promise<void> {
    const goOnUntil = performance.now() + longestSweep
    for (let isMore = true; isMore && performance.now() < goOnUntil; ) {
      const due = await this.#dependencies.ledger.due(this.#rules.kind, now, sweptAtOnce)
      await forEachInSequence(due, (entry) => this.#sweepOne(entry, now))
      isMore = due.length === sweptAtOnce
    }
  }

  async #sweepOne(entry: Entries[Kind], now: Date): Promise<void> {
    if (entry.forgotten) return this.#dependencies.ledger.delete(entry.id)
    const current = await this.reconcile(entry)
    if (Date.parse(current.dueAt) > now.getTime()) return
    const { kind, expired, ended } = this.#rules
    const over =
      isOpen(current) && !current.deletedAt
        ? await this.#dependencies.ledger.advance(kind, entry.id, expired, { now })
        : current
    if (!over) return
    await ended?.(over)
    await this.#forget(over)
  }

  #entry(begun: Begun<Kind>, owner: Pick<Entry, 'visitor' | 'openKey' | 'network'>): NewEntry<Kind> {
    return { ...begun, ...owner, kind: this.#rules.kind } as unknown as NewEntry<Kind>
  }

  async #end(entry: Entries[Kind], now: Date): Promise<void> {
    await this.#rules.ended?.(entry)
    if (Date.parse(entry.dueAt) <= now.getTime()) await this.#forget(entry)
  }

  /** Values first, then the note that they are gone: after a sudden end in between they are forgotten again. */
  async #forget(entry: Entries[Kind]): Promise<void> {
    if (entry.forgotten) return
    await this.#rules.forget(entry).catch((error: unknown) => {
      if (!(error instanceof AgentError && error.code === 'not-found')) throw error
    })
    await this.#dependencies.ledger.markForgotten(entry)
  }
}
