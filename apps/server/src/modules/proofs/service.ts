import { type Agent, AgentError, type Presentation, type ProofSnapshot } from '@lastmile/agent'
import { brand, goalCodes, limits, type ProofRequest } from '@lastmile/contracts'
import type { ProofExchangeRow } from '../../platform/database-schema.ts'
import { busy, notFound } from '../../platform/errors.ts'
import type { EventPublisher } from '../../platform/event-publisher.ts'
import { forEachInTurn } from '../../platform/for-each.ts'
import type { Locks } from '../../platform/locks.ts'
import { openKeyOf } from '../../platform/open-key.ts'
import type { ConnectionService } from '../connections/service.ts'
import type { CredentialDefinitions } from '../credentials/definitions.ts'
import type { ShortLinks } from '../short-links/service.ts'
import { isOpen, type ProofRepository } from './repository.ts'
import { withRegistryIds } from './restrictions.ts'

const hourMs = 60 * 60 * 1000
/** Revealed values stay this long after the proof is finished, for the page to show them … */
const keptAfterFinish = hourMs
/** … and an exchange at most this long after its last activity. */
const keptAfterActivity = 24 * hourMs

export interface ProofWithPresentation {
  exchange: ProofExchangeRow
  presentation: Presentation | undefined
}

export interface ProofOptions {
  openProofs: number
  /** Deletes what was recorded of the messages of an out-of-band proof. */
  forgetMessages: (proofId: string) => Promise<void>
}

export interface OutOfBandProof {
  exchange: ProofExchangeRow
  invitationUrl: string
  shortUrl: string
}

/** Proof requests: who owns each exchange and what came of it. Revealed values stay with the agent. */
export class ProofService {
  readonly #agent: Agent
  readonly #repository: ProofRepository
  readonly #definitions: CredentialDefinitions
  readonly #connections: ConnectionService
  readonly #shortLinks: ShortLinks
  readonly #events: EventPublisher
  readonly #locks: Locks
  readonly #options: ProofOptions

  constructor(
    agent: Agent,
    repository: ProofRepository,
    definitions: CredentialDefinitions,
    connections: ConnectionService,
    shortLinks: ShortLinks,
    events: EventPublisher,
    locks: Locks,
    options: ProofOptions,
  ) {
    this.#agent = agent
    this.#repository = repository
    this.#definitions = definitions
    this.#connections = connections
    this.#shortLinks = shortLinks
    this.#events = events
    this.#locks = locks
    this.#options = options
  }

  /**
   * Asks a connected wallet. While the same request on the same connection is open, that one is the answer.
   * @param waitMs how long to wait for the wallet to connect
   * @throws ApiError 404, 409 or 503
   */
  async request(
    visitor: string,
    connectionId: string,
    request: ProofRequest,
    comment: string | undefined,
    waitMs: number,
    gone: AbortSignal,
  ): Promise<ProofExchangeRow> {
    await this.#connections.get(visitor, connectionId)
    const translated = await this.#translate(request)
    await this.#connections.requireConnected(visitor, connectionId, waitMs, gone)
    const openKey = openKeyOf(visitor, connectionId, translated, comment ?? '')
    return this.#locks.withLock(`proof:${openKey}`, async () => {
      const open = await this.#findOpen(openKey)
      if (open) return open
      await this.#checkCapacity()
      return this.#record(
        visitor,
        openKey,
        await this.#agent.requestProof({ connectionId, request: translated, comment }),
      )
    })
  }

  /** Asks whatever wallet opens the link; the same request while open is the same link. @throws ApiError 404 or 503 */
  async requestOutOfBand(visitor: string, request: ProofRequest, comment: string | undefined): Promise<OutOfBandProof> {
    const translated = await this.#translate(request)
    const openKey = openKeyOf(visitor, null, translated, comment ?? '')
    return this.#locks.withLock(`proof:${openKey}`, async () => {
      const open = await this.#findOpen(openKey)
      const link = open && (await this.#shortLinks.of(open.id))
      if (open && link) return { exchange: open, ...link }
      // A sudden end came between the request and its link, so nobody has ever seen it.
      if (open) await this.#remove(open)
      await this.#checkCapacity()
      const { proof, invitationUrl } = await this.#agent.createProofInvitation({
        label: request.name.length <= limits.label ? request.name : brand,
        goalCode: goalCodes.verifyOnce,
        goal: 'To verify credentials',
        request: translated,
        comment,
      })
      const exchange = await this.#record(visitor, openKey, proof)
      const expiresAt = new Date(Date.now() + keptAfterActivity)
      const shortUrl = await this.#shortLinks.create({ subjectId: exchange.id, invitationUrl, expiresAt })
      return { exchange, invitationUrl, shortUrl }
    })
  }

  /** @throws ApiError 404 when it is not the visitor's or was deleted */
  async get(visitor: string, id: string): Promise<ProofWithPresentation> {
    const exchange = await this.owned(visitor, id)
    if (exchange.forgotten) return { exchange, presentation: undefined }
    const snapshot = await this.#agent.getProof(id)
    const current = snapshot && isOpen(exchange) ? await this.#broughtUpTo(snapshot, exchange) : exchange
    return { exchange: current, presentation: snapshot?.presentation }
  }

  /** As it is stored. @throws ApiError 404 when it is not the visitor's or was deleted */
  async owned(visitor: string, id: string): Promise<ProofExchangeRow> {
    const exchange = await this.#repository.findOwned(visitor, id)
    if (!exchange || exchange.deletedAt) throw notFound('proof')
    return exchange
  }

  /** Withdraws an open request and forgets what was revealed. Deleting again does nothing. */
  async delete(visitor: string, id: string): Promise<void> {
    const exchange = await this.#repository.findOwned(visitor, id)
    if (!exchange) throw notFound('proof')
    await this.#remove(exchange)
  }

  /** The present state of everything on a connection of the visitor. */
  async onConnection(visitor: string, connectionId: string): Promise<ProofExchangeRow[]> {
    const exchanges = await this.#repository.onConnection(visitor, connectionId)
    return Promise.all(exchanges.map((exchange) => this.reconcile(exchange)))
  }

  /** Stores what the agent reports and tells everybody when it is news. */
  async apply(snapshot: ProofSnapshot): Promise<ProofExchangeRow | undefined> {
    const exchange = await this.#repository.advance(snapshot.proofId, outcomeOf(snapshot), new Date().toISOString())
    if (!exchange) return this.#adopt(snapshot)
    this.#events.publish({ type: 'proof', proof: exchange })
    if (!isOpen(exchange)) await this.#shortLinks.remove(exchange.id)
    return exchange
  }

  /** The row brought up to what the agent knows: an event may have been missed (a restart in between). */
  async reconcile(exchange: ProofExchangeRow): Promise<ProofExchangeRow> {
    if (!isOpen(exchange) || exchange.forgotten) return exchange
    const snapshot = await this.#agent.getProof(exchange.id)
    if (snapshot) return this.#broughtUpTo(snapshot, exchange)
    // The agent has forgotten it, so it never reached the wallet.
    const outcome = { state: 'abandoned', verified: 0, refusal: 'unreachable' } as const
    const closed = await this.#repository.advance(exchange.id, outcome, new Date().toISOString())
    if (closed) this.#events.publish({ type: 'proof', proof: closed })
    return closed ?? (await this.#repository.find(exchange.id)) ?? exchange
  }

  async reconcileOpen(): Promise<void> {
    await forEachInTurn(await this.#repository.open(), (exchange) => this.reconcile(exchange))
  }

  /** Forgets what is finished and what nobody touched for a day: no revealed value stays longer. */
  async sweep(now: Date): Promise<void> {
    const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
    const due = await this.#repository.toForget({
      finished: before(keptAfterFinish),
      untouched: before(keptAfterActivity),
    })
    await forEachInTurn(due, async (exchange) => {
      if (isOpen(exchange) && !exchange.deletedAt) {
        const outcome = { state: 'expired', verified: 0, refusal: 'expired' } as const
        const expired = await this.#repository.advance(exchange.id, outcome, now.toISOString())
        if (expired) this.#events.publish({ type: 'proof', proof: expired })
      }
      await this.#forget(exchange)
    })
  }

  /** Where an event was faster than the agent's answer, the row read before is outdated. */
  async #broughtUpTo(snapshot: ProofSnapshot, exchange: ProofExchangeRow): Promise<ProofExchangeRow> {
    return (await this.apply(snapshot)) ?? (await this.#repository.find(exchange.id)) ?? exchange
  }

  async #remove(exchange: ProofExchangeRow): Promise<void> {
    if (!exchange.deletedAt) await this.#repository.markDeleted(exchange.id, new Date().toISOString())
    await this.#options.forgetMessages(exchange.id)
    await this.#forget(exchange)
  }

  #translate(request: ProofRequest): Promise<ProofRequest> {
    return withRegistryIds(request, async (id) => (await this.#definitions.require(id)).registryId)
  }

  async #findOpen(openKey: string): Promise<ProofExchangeRow | undefined> {
    const exchange = await this.#repository.findOpen(openKey)
    const current = exchange && (await this.reconcile(exchange))
    return current && isOpen(current) ? current : undefined
  }

  async #checkCapacity(): Promise<void> {
    if ((await this.#repository.countOpen()) >= this.#options.openProofs) {
      throw busy('proofs-busy', 'Many proofs are being asked for right now. Please try again in a minute.', 30)
    }
  }

  /** An exchange that the agent has and we do not: a stop came between its request and our row. */
  async #adopt(snapshot: ProofSnapshot): Promise<ProofExchangeRow | undefined> {
    if (!snapshot.connectionId || (await this.#repository.find(snapshot.proofId))) return undefined
    const visitor = await this.#connections.ownerOf(snapshot.connectionId)
    return visitor === undefined ? undefined : this.#record(visitor, null, snapshot)
  }

  async #record(visitor: string, openKey: string | null, snapshot: ProofSnapshot): Promise<ProofExchangeRow> {
    const now = new Date().toISOString()
    const row: ProofExchangeRow = {
      id: snapshot.proofId,
      visitor,
      connectionId: snapshot.connectionId ?? null,
      threadId: snapshot.threadId,
      ...outcomeOf(snapshot),
      openKey: null,
      forgotten: 0,
      deletedAt: null,
      createdAt: now,
      updatedAt: now,
    }
    if (isOpen(row)) row.openKey = openKey
    if (await this.#repository.insertIfAbsent(row)) {
      this.#events.publish({ type: 'proof', proof: row })
      return row
    }
    // The agent's event was faster than its answer: what that stored is at least as new, but has no key.
    if (openKey) await this.#repository.setOpenKey(row.id, openKey)
    return (await this.#repository.find(row.id)) ?? row
  }

  async #forget(exchange: ProofExchangeRow): Promise<void> {
    if (exchange.forgotten) return
    await this.#agent.deleteProof(exchange.id).catch(ignoreNotFound)
    await this.#shortLinks.remove(exchange.id)
    await this.#repository.markForgotten(exchange.id)
  }
}

function outcomeOf(snapshot: ProofSnapshot): Pick<ProofExchangeRow, 'state' | 'verified' | 'refusal'> {
  return {
    state: snapshot.state,
    verified: snapshot.verified === undefined ? null : snapshot.verified ? 1 : 0,
    refusal: snapshot.refusal ?? null,
  }
}

function ignoreNotFound(error: unknown): void {
  if (!(error instanceof AgentError && error.code === 'not-found')) throw error
}
