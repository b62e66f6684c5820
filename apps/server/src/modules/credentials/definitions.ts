import type { Agents, CredentialDefinitionOptions } from '@lastmile/agent/port'
import { type CredentialToIssue, defaultProtocol, type Protocol, timings } from '@lastmile/contracts'
import { visitorsIssuer, visitorsNote } from '@lastmile/contracts/site'
import { attributeLabel, plainCard, startCase } from '@lastmile/journey'
import type PQueue from 'p-queue'
import type { Logger } from 'pino'
import type { CredentialDefinitionRow } from '../../platform/database/schema.ts'
import { ApiError, busy } from '../../platform/http/errors.ts'
import type { Locks } from '../../platform/process/locks.ts'
import type { ShippedCredential } from '../characters/service.ts'
import { definitionContent, definitionId } from './definition-id.ts'
import type { CredentialDefinitionRepository } from './definition-repository.ts'
import { notTaken, Registrations } from './registrations.ts'
import { type KeptDefinitions, UnusedDefinitions, usesNotedMs } from './unused-definitions.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Three uploads of five credentials (record 48). */
const newDefinitionsPerVisitorAndDay = 15

interface Dependencies {
  agents: Agents
  repository: CredentialDefinitionRepository
  queue: PQueue
  logger: Logger
  locks: Locks
  /** The credentials of the content, which are always available. */
  shipped: ShippedCredential[]
  /** Whether visitors may have credentials registered that are not in the content. */
  characterUpload: boolean
  registrationsWaiting: number
  /** For all visitors together: each takes seconds of computing. */
  registrationsPerDay: number
  /** Limits of definitions that are not in the content. */
  kept: KeptDefinitions
  /** The server is stopping: nothing new begins, and interrupted work is no failure. */
  stopping: AbortSignal
}

/** Credential definitions: one per name, version, attributes and revocability, made once, for the first caller. */
export class CredentialDefinitions {
  readonly #dependencies: Dependencies
  readonly #registrations: Registrations
  readonly #unused: UnusedDefinitions
  readonly #shipped: ReadonlyMap<string, ShippedCredential>

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#shipped = new Map(dependencies.shipped.map((each) => [definitionId(definitionContent(each)), each]))
    const describe = (row: CredentialDefinitionRow) => this.#described(row)
    const shared = { ...dependencies, describe, shipped: this.#shipped }
    this.#registrations = new Registrations(shared)
    this.#unused = new UnusedDefinitions({ ...shared, isUnderWay: (id) => this.#registrations.isUnderWay(id) })
  }

  /**
   * The definition's id, at once or after a short wait; `preparing` when making its keys takes longer.
   * @param allowNew takes one from the caller's allowance of registrations; throws when it is used up
   * @throws ApiError 403 when uploads are switched off, 429 when the visitor made many today, 503 when all
   * together made too many today or too many wait
   */
  async getOrCreate(
    visitor: string,
    credential: CredentialToIssue,
    allowNew: () => Promise<void>,
    protocol: Protocol = defaultProtocol,
  ): Promise<{ id: string; state: 'ready' | 'preparing' }> {
    const id = definitionId(definitionContent(credential))
    const known = await this.#dependencies.repository.find(id)
    const isUsed = known !== undefined && (await this.#use(known))
    if (isUsed && known.state === 'ready') return { id, state: 'ready' }
    // One after the other: a later caller for the same finds it begun, and no limit is overrun.
    if (!isUsed) await this.#oneByOne(() => this.#begin(id, visitor, credential, allowNew))
    const done = await Promise.race([
      this.#registrations.register(id, protocol).then(() => true),
      later(timings.credentialDefinitionWait),
    ])
    return { id, state: done ? 'ready' : 'preparing' }
  }

  /**
   * A definition that credentials can be issued with by this protocol.
   * @param id ours, or that under which it is published
   * @throws ApiError 404 when there is none, 503 while it is being made, 400 when the protocol does not take it
   */
  async require(id: string, protocol: Protocol = defaultProtocol): Promise<CredentialDefinitionRow> {
    const row =
      (await this.#dependencies.repository.find(id)) ?? (await this.#dependencies.repository.findByPublishedId(id))
    if (!row || !(await this.#use(row))) {
      throw new ApiError(404, 'definition-not-found', 'There is no such credential definition. Ask for it first.')
    }
    if (await this.#dependencies.agents[protocol].getCredentialDefinition(row.id)) return row
    if (row.state === 'ready') throw notTaken()
    throw busy('definition-preparing', 'The credential is still being prepared.', 2)
  }

  /** For people, beside an offer of it; undefined for content's own. */
  noteOn(id: string): string | undefined {
    return this.#shipped.has(id) ? undefined : visitorsNote
  }

  /** In content's words. Those of a visitor are said to be a visitor's. */
  #described(row: CredentialDefinitionRow): CredentialDefinitionOptions {
    const shipped = this.#shipped.get(row.id)
    // Content's order; a row has them sorted.
    const attributeNames = shipped?.attributes.map(({ name }) => name) ?? (JSON.parse(row.attributeNames) as string[])
    const labels = new Map(shipped?.attributes.map(({ name, label }) => [name, label]))
    return {
      key: row.id,
      name: row.name,
      version: row.version,
      attributeNames,
      revocable: row.revocable === 1,
      issuerName: shipped ? shipped.issuer : visitorsIssuer,
      label: shipped?.label,
      note: this.noteOn(row.id),
      attributeLabels: attributeNames.map((name) => labels.get(name) ?? attributeLabel(name)),
      look: { ...plainCard(startCase(row.name)), ...(shipped?.icon && { picture: shipped.icon }) },
    }
  }

  /** Our id of the definition that is published under another. */
  async idOf(publishedId: string): Promise<string | undefined> {
    return (await this.#dependencies.repository.findByPublishedId(publishedId))?.id
  }

  /** Registers what earlier versions left to the first use, and today's words and looks. Call before visitors come. */
  async registerStored(): Promise<void> {
    const rows = await this.#dependencies.repository.byLastUse()
    const kept = rows.filter(({ state }) => state !== 'removing')
    await Promise.all(kept.map((row) => this.#registrations.registerAtOnce(row)))
  }

  /** Makes what the content needs and what a stop left unfinished, one after the other, in the background. */
  async prepareShipped(): Promise<void> {
    const { stopping } = this.#dependencies
    await this.removeUnused(new Date())
    for (const credential of this.#shipped.values()) await this.#insert(credential, null)
    const waiting = await this.#dependencies.repository.preparing()
    for (const [index, row] of waiting.entries()) {
      if (stopping.aborted) return
      this.#dependencies.logger.info(
        { credential: this.#shipped.get(row.id)?.name, number: index + 1, of: waiting.length },
        'Preparing a credential definition',
      )
      await this.#registrations.makeKeys(row.id).catch(() => undefined)
    }
    if (waiting.length > 0 && !stopping.aborted) this.#dependencies.logger.info('The credential definitions are ready')
  }

  /** Forgets who had a definition made as soon as the limit of a day does not need it any more. */
  async sweep(now: Date): Promise<void> {
    await this.#dependencies.repository.forgetVisitorsBefore(new Date(now.getTime() - dayMs).toISOString())
  }

  /**
   * Removes definitions that were unused for long, and the least recently used beyond the limit; never the content's
   * own.
   */
  async removeUnused(now: Date): Promise<void> {
    await this.#dependencies.repository.markUsed([...this.#shipped.keys()], now)
    await this.#oneByOne(() => this.#unused.makeRoom(0, now))
  }

  /** Beginning and removing. */
  #oneByOne<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#dependencies.locks.withLock('definitions', work)
  }

  /** @returns false when it is being removed */
  async #use({ id, state, usedAt }: CredentialDefinitionRow): Promise<boolean> {
    const now = new Date()
    if (now.getTime() - Date.parse(usedAt) < usesNotedMs) return state !== 'removing'
    return (await this.#dependencies.repository.markUsed([id], now)) === 1
  }

  async #begin(
    id: string,
    visitor: string,
    credential: CredentialToIssue,
    allowNew: () => Promise<void>,
  ): Promise<void> {
    const known = await this.#dependencies.repository.find(id)
    if (known && known.state !== 'removing') return
    if (known) await this.#unused.finish(known)
    const shipped = this.#shipped.has(id)
    if (!shipped) await this.#checkNew(visitor, allowNew)
    await this.#insert(credential, shipped ? null : visitor)
    // Takes its place in the queue now, where the next one's check counts it; its caller waits for it outside.
    void this.#registrations.makeKeys(id)
  }

  async #checkNew(visitor: string, allowNew: () => Promise<void>): Promise<void> {
    if (!this.#dependencies.characterUpload) {
      throw new ApiError(403, 'upload-off', 'Registering credentials of your own is switched off on this site.')
    }
    const since = new Date(Date.now() - dayMs).toISOString()
    if ((await this.#dependencies.repository.countMadeSince(since, visitor)) >= newDefinitionsPerVisitorAndDay) {
      throw new ApiError(
        429,
        'too-many-definitions',
        'You have registered many credentials today. Please come back tomorrow.',
        3600,
      )
    }
    if ((await this.#dependencies.repository.countMadeSince(since)) >= this.#dependencies.registrationsPerDay)
      throw full()
    if (this.#registrations.waiting >= this.#dependencies.registrationsWaiting) {
      throw busy(
        'definitions-busy',
        'Many credentials are being registered right now. Please try again in a minute.',
        30,
      )
    }
    if (!(await this.#unused.makeRoom(1, new Date()))) throw full()
    await allowNew()
  }

  async #insert(credential: CredentialToIssue, visitor: string | null): Promise<void> {
    const content = definitionContent(credential)
    const now = new Date().toISOString()
    const row: CredentialDefinitionRow = {
      id: definitionId(content),
      name: content.name,
      version: content.version,
      attributeNames: JSON.stringify(content.attributeNames),
      revocable: content.revocable ? 1 : 0,
      state: 'preparing',
      publishedId: null,
      visitor,
      createdAt: now,
      usedAt: now,
    }
    await this.#dependencies.repository.insertIfAbsent(row)
    await this.#registrations.registerAtOnce(row)
  }
}

const full = () => busy('definitions-full', 'Many credentials were registered today. Please come back tomorrow.', 3600)

const later = (ms: number) => new Promise<false>((resolve) => setTimeout(resolve, ms, false).unref())
