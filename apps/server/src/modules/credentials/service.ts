import { type Agent, AgentError, type CredentialSnapshot } from '@lastmile/agent'
import type { CredentialAttribute } from '@lastmile/contracts'
import type { CredentialExchangeRow } from '../../platform/database-schema.ts'
import { ApiError, busy, notFound } from '../../platform/errors.ts'
import type { EventPublisher } from '../../platform/event-publisher.ts'
import { forEachInTurn } from '../../platform/for-each.ts'
import type { Locks } from '../../platform/locks.ts'
import { openKeyOf } from '../../platform/open-key.ts'
import type { ConnectionService } from '../connections/service.ts'
import type { CredentialDefinitions } from './definitions.ts'
import { type CredentialRepository, isOpen } from './repository.ts'
import type { SignedValues } from './signed-values.ts'

/** An offer that nobody answered is withdrawn after a day. */
const offerLifetimeMs = 24 * 60 * 60 * 1000

export interface Offer {
  connectionId: string
  definitionId: string
  attributes: CredentialAttribute[]
}

/** Issuance of credentials: who owns each exchange and how far it is. Attribute values stay with the agent. */
export class CredentialService {
  readonly #agent: Agent
  readonly #repository: CredentialRepository
  readonly #definitions: CredentialDefinitions
  readonly #connections: ConnectionService
  readonly #events: EventPublisher
  readonly #locks: Locks
  readonly #signedValues: SignedValues
  readonly #options: { openOffers: number }

  constructor(
    agent: Agent,
    repository: CredentialRepository,
    definitions: CredentialDefinitions,
    connections: ConnectionService,
    events: EventPublisher,
    locks: Locks,
    signedValues: SignedValues,
    options: { openOffers: number },
  ) {
    this.#agent = agent
    this.#repository = repository
    this.#definitions = definitions
    this.#connections = connections
    this.#events = events
    this.#locks = locks
    this.#signedValues = signedValues
    this.#options = options
  }

  /**
   * Offers a credential. While an offer of the same definition on the same connection is open, that one is the answer.
   * @param waitMs how long to wait for the wallet to connect
   * @throws ApiError 400, 404, 409 or 503
   */
  async offer(visitor: string, offer: Offer, waitMs: number, gone: AbortSignal): Promise<CredentialExchangeRow> {
    await this.#connections.get(visitor, offer.connectionId)
    const definition = await this.#definitions.require(offer.definitionId)
    checkAttributes(offer.attributes, JSON.parse(definition.attributeNames) as string[])
    const attributes = this.#signedValues.signed(definition.id, offer.attributes)
    await this.#connections.requireConnected(visitor, offer.connectionId, waitMs, gone)

    const openKey = openKeyOf(visitor, offer.connectionId, definition.id)
    return this.#locks.withLock(`offer:${openKey}`, async () => {
      const before = await this.#repository.findOpen(openKey)
      const known = before && (await this.reconcile(before))
      if (known && isOpen(known)) return known
      if ((await this.#repository.countOpen()) >= this.#options.openOffers) {
        throw busy('offers-busy', 'Many credentials are being issued right now. Please try again in a minute.', 30)
      }
      const snapshot = await this.#agent.offerCredential({
        connectionId: offer.connectionId,
        definitionKey: definition.id,
        attributes,
      })
      return this.#record(visitor, definition.id, snapshot)
    })
  }

  /** @throws ApiError 404 when it is not the visitor's or was deleted */
  async get(visitor: string, id: string): Promise<CredentialExchangeRow> {
    const exchange = await this.#repository.findOwned(visitor, id)
    if (!exchange || exchange.deletedAt) throw notFound('credential')
    return this.reconcile(exchange)
  }

  /** Withdraws an open offer and forgets the exchange. Deleting again does nothing. */
  async delete(visitor: string, id: string): Promise<void> {
    const exchange = await this.#repository.findOwned(visitor, id)
    if (!exchange) throw notFound('credential')
    if (!exchange.deletedAt) {
      const now = new Date().toISOString()
      const withdrawn = await this.#repository.advance(id, { state: 'abandoned', refusal: 'withdrawn' }, now)
      await this.#repository.markDeleted(id, now)
      // Another page of the visitor may be waiting for it.
      if (withdrawn) this.#events.publish({ type: 'credential', credential: withdrawn })
    }
    await this.#forget(exchange)
  }

  /** The present state of everything on a connection of the visitor. */
  async onConnection(visitor: string, connectionId: string): Promise<CredentialExchangeRow[]> {
    const exchanges = await this.#repository.onConnection(visitor, connectionId)
    return Promise.all(exchanges.map((exchange) => this.reconcile(exchange)))
  }

  /** Stores what the agent reports, tells everybody when it is news, and has the agent forget what is finished. */
  async apply(snapshot: CredentialSnapshot): Promise<CredentialExchangeRow | undefined> {
    const change = { state: snapshot.state, refusal: snapshot.refusal ?? null }
    const exchange = await this.#repository.advance(snapshot.credentialId, change, new Date().toISOString())
    if (!exchange) return this.#adopt(snapshot)
    this.#events.publish({ type: 'credential', credential: exchange })
    if (!isOpen(exchange)) await this.#forget(exchange)
    return exchange
  }

  /** The row brought up to what the agent knows: an event may have been missed (a restart in between). */
  async reconcile(exchange: CredentialExchangeRow): Promise<CredentialExchangeRow> {
    if (!isOpen(exchange) || exchange.forgotten) return exchange
    const snapshot = await this.#agent.getCredential(exchange.id)
    const news = snapshot ? await this.apply(snapshot) : await this.#close(exchange.id)
    // Where an event was faster, the row read before is outdated.
    return news ?? (await this.#repository.find(exchange.id)) ?? exchange
  }

  /** An open exchange that the agent has forgotten never reached the wallet, so that a fresh offer may be made. */
  async #close(id: string): Promise<CredentialExchangeRow | undefined> {
    const change = { state: 'abandoned', refusal: 'unreachable' } as const
    const closed = await this.#repository.advance(id, change, new Date().toISOString())
    if (closed) this.#events.publish({ type: 'credential', credential: closed })
    return closed
  }

  async reconcileOpen(): Promise<void> {
    await forEachInTurn(await this.#repository.open(), (exchange) => this.reconcile(exchange))
  }

  /** Withdraws offers that nobody answered for a day and forgets what is finished: no attribute value stays longer. */
  async sweep(now: Date): Promise<void> {
    const latest = new Date(now.getTime() - offerLifetimeMs).toISOString()
    const open = await this.#repository.open()
    const unanswered = open.filter((exchange) => exchange.updatedAt < latest)
    await forEachInTurn([...unanswered, ...(await this.#repository.toForget())], async (exchange) => {
      const current = exchange.deletedAt ? exchange : await this.reconcile(exchange)
      if (!isOpen(current) || current.deletedAt) return this.#forget(current)
      const change = { state: 'abandoned', refusal: 'expired' } as const
      const expired = await this.#repository.advance(exchange.id, change, now.toISOString())
      if (!expired) return
      this.#events.publish({ type: 'credential', credential: expired })
      await this.#forget(expired)
    })
  }

  /** An exchange that the agent has and we do not: a stop came between its offer and our row. */
  async #adopt(snapshot: CredentialSnapshot): Promise<CredentialExchangeRow | undefined> {
    if (await this.#repository.find(snapshot.credentialId)) return undefined
    const visitor = await this.#connections.ownerOf(snapshot.connectionId)
    const definitionId = await this.#definitions.idOf(snapshot.credentialDefinitionId)
    if (!visitor || !definitionId) return undefined
    const exchange = await this.#record(visitor, definitionId, snapshot)
    if (!isOpen(exchange)) await this.#forget(exchange)
    return exchange
  }

  async #record(visitor: string, definitionId: string, snapshot: CredentialSnapshot): Promise<CredentialExchangeRow> {
    const now = new Date().toISOString()
    const row: CredentialExchangeRow = {
      id: snapshot.credentialId,
      visitor,
      connectionId: snapshot.connectionId,
      definitionId,
      threadId: snapshot.threadId,
      state: snapshot.state,
      revocationRegistryId: snapshot.revocationRegistryId ?? null,
      revocationIndex: snapshot.revocationIndex ?? null,
      refusal: snapshot.refusal ?? null,
      openKey: null,
      forgotten: 0,
      deletedAt: null,
      createdAt: now,
      updatedAt: now,
    }
    if (isOpen(row)) row.openKey = openKeyOf(visitor, row.connectionId, definitionId)
    if (await this.#repository.insertIfAbsent(row)) {
      this.#events.publish({ type: 'credential', credential: row })
      return row
    }
    // The agent's event was faster than its answer: what that stored is at least as new.
    const stored = await this.#repository.find(row.id)
    if (stored) return stored
    // A second open offer, which a sudden end left behind: it lives on, but equal requests mean the first.
    return this.#insertWithoutKey(row)
  }

  async #insertWithoutKey(row: CredentialExchangeRow): Promise<CredentialExchangeRow> {
    const keyless = { ...row, openKey: null }
    if (await this.#repository.insertIfAbsent(keyless)) {
      this.#events.publish({ type: 'credential', credential: keyless })
      return keyless
    }
    const stored = await this.#repository.find(row.id)
    if (!stored) throw new Error('A credential exchange could not be stored')
    return stored
  }

  async #forget(exchange: CredentialExchangeRow): Promise<void> {
    if (exchange.forgotten) return
    await this.#agent.deleteCredential(exchange.id).catch(ignoreNotFound)
    await this.#repository.markForgotten(exchange.id)
  }
}

function ignoreNotFound(error: unknown): void {
  if (!(error instanceof AgentError && error.code === 'not-found')) throw error
}

/** Names are content, values are not: only names are repeated to the caller. */
function checkAttributes(attributes: CredentialAttribute[], expected: string[]): void {
  const given = attributes.map((attribute) => attribute.name)
  const missing = expected.filter((name) => !given.includes(name))
  if (missing.length > 0) {
    throw new ApiError(400, 'attributes-missing', `The credential also needs the attributes ${missing.join(', ')}.`)
  }
  if (given.length > expected.length) {
    throw new ApiError(
      400,
      'attributes-unknown',
      `The credential has the attributes ${expected.join(', ')} and no others.`,
    )
  }
}
