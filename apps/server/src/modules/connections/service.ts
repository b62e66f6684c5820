import type { Agent, ConnectionSnapshot, Invitation } from '@lastmile/agent'
import { type FlowType, goalCodes, timings } from '@lastmile/contracts'
import type { ConnectionRow } from '../../platform/database-schema.ts'
import { ApiError, busy, notFound } from '../../platform/errors.ts'
import type { EventPublisher } from '../../platform/event-publisher.ts'
import { forEachInTurn } from '../../platform/for-each.ts'
import type { ShortLinks } from '../short-links/service.ts'
import type { ConnectionRepository } from './repository.ts'

/** An invitation that nobody took ends after a day. */
const invitationLifetimeMs = 24 * 60 * 60 * 1000
const openInvitationsPerVisitor = 100
/** Of those of all visitors only recent ones count: most that are older were left behind, and would lock others out for a day. */
const capacityWindowMs = 60 * 60 * 1000

export interface InvitationRequest {
  label: string
  /** Absolute or from the site's root; pictures of other sites are left out. */
  imageUrl: string | undefined
  goalCode: string
  flowType: FlowType | undefined
}

export interface ConnectionOptions {
  publicUrl: string
  openInvitations: number
  /** Deletes what was recorded of a connection's messages. */
  forgetMessages: (connectionId: string) => Promise<void>
  /** Ends all waiting for wallets. */
  stopping: AbortSignal
}

export interface CreatedInvitation {
  connection: ConnectionRow
  invitationUrl: string
  shortUrl: string
}

/** Whether an offer or a request can be sent. */
const isConnected = (connection: ConnectionRow) => connection.state === 'active' || connection.state === 'complete'

/** Connections and who owns them. */
export class ConnectionService {
  readonly #agent: Agent
  readonly #repository: ConnectionRepository
  readonly #shortLinks: ShortLinks
  readonly #events: EventPublisher
  readonly #options: ConnectionOptions

  constructor(
    agent: Agent,
    repository: ConnectionRepository,
    shortLinks: ShortLinks,
    events: EventPublisher,
    options: ConnectionOptions,
  ) {
    this.#agent = agent
    this.#repository = repository
    this.#shortLinks = shortLinks
    this.#events = events
    this.#options = options
  }

  /** A new single-use invitation. @throws ApiError 429 or 503 when too many are open */
  async createInvite(visitor: string, request: InvitationRequest): Promise<CreatedInvitation> {
    await this.#checkCapacity(visitor)
    const invitation: Invitation = await this.#agent.createInvitation({
      label: request.label,
      imageUrl: ownPicture(request.imageUrl, this.#options.publicUrl),
      goalCode: request.goalCode,
      goal: request.goalCode === goalCodes.issue ? 'To issue credentials' : 'To verify credentials',
    })
    const now = new Date()
    const connection: ConnectionRow = {
      id: invitation.connectionId,
      visitor,
      invitationId: invitation.invitationId,
      state: 'invited',
      flowType: request.flowType ?? null,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    }
    await this.#repository.insert(connection)
    this.#events.publish({ type: 'connection', connection })
    const shortUrl = await this.#shortLinks.create({
      subjectId: connection.id,
      invitationUrl: invitation.invitationUrl,
      expiresAt: new Date(now.getTime() + invitationLifetimeMs),
    })
    return { connection, invitationUrl: invitation.invitationUrl, shortUrl }
  }

  /** @throws ApiError 404 when it is not the visitor's */
  async get(visitor: string, connectionId: string): Promise<ConnectionRow> {
    const connection = await this.#repository.findOwned(visitor, connectionId)
    if (!connection) throw notFound('connection')
    return this.reconcile(connection)
  }

  /** @throws ApiError 404 when it is not the visitor's */
  async getByInvitation(visitor: string, invitationId: string): Promise<ConnectionRow> {
    const connection = await this.#repository.findOwnedByInvitation(visitor, invitationId)
    if (!connection) throw notFound('invitation')
    return this.reconcile(connection)
  }

  /**
   * The connection once a wallet is on it.
   * @param waitMs how long to wait for a wallet to come; one that is about to finish connecting is waited for anyway
   * @throws ApiError 404 when it is not the visitor's, 409 when no wallet is connected
   */
  async requireConnected(visitor: string, connectionId: string, waitMs: number, gone: AbortSignal): Promise<void> {
    let connection = await this.get(visitor, connectionId)
    // The page counts `response` as connected, so its offer may come a moment before the wallet's last word.
    const patienceMs = connection.state === 'response' ? Math.max(waitMs, timings.deepLinkConnectionWait) : waitMs
    if (!isConnected(connection) && patienceMs > 0) {
      await this.#waitForChange(connectionId, patienceMs, gone)
      connection = await this.get(visitor, connectionId)
    }
    if (!isConnected(connection)) {
      throw connection.state === 'response'
        ? new ApiError(
            409,
            'still-connecting',
            'The wallet has not finished connecting yet. Open it, wait a moment and try again.',
          )
        : new ApiError(409, 'not-connected', 'No wallet is connected yet. Scan or open the invitation first.')
    }
  }

  /** Whose connection it is; undefined when it is not one of ours. */
  async ownerOf(connectionId: string): Promise<string | undefined> {
    return (await this.#repository.find(connectionId))?.visitor
  }

  /** Stores what the agent reports, and tells everybody when it is news. */
  async apply(snapshot: ConnectionSnapshot): Promise<ConnectionRow | undefined> {
    const connection = await this.#repository.advance(snapshot.connectionId, snapshot.state, new Date().toISOString())
    if (connection) this.#events.publish({ type: 'connection', connection })
    return connection
  }

  /** The row brought up to what the agent knows: an event may have been missed (a restart in between). */
  async reconcile(connection: ConnectionRow): Promise<ConnectionRow> {
    if (isConnected(connection) || connection.state === 'abandoned') return connection
    const snapshot = await this.#agent.getConnection(connection.id)
    if (!snapshot) return connection
    // Where an event was faster, the row read before is outdated.
    return (await this.apply(snapshot)) ?? (await this.#repository.find(connection.id)) ?? connection
  }

  async reconcileOpen(): Promise<void> {
    await forEachInTurn(await this.#repository.open(lifetimeStart()), (connection) => this.reconcile(connection))
  }

  /** Ends invitations that no wallet took within a day, and connections that none completed: no wallet can any more. */
  async sweep(now: Date): Promise<void> {
    const latest = new Date(now.getTime() - invitationLifetimeMs).toISOString()
    await forEachInTurn(await this.#repository.openUntouchedSince(latest), async (connection) => {
      const current = await this.reconcile(connection)
      if (isConnected(current) || current.updatedAt >= latest) return
      await this.#agent.forgetConnection(connection.id)
      await this.apply({ connectionId: connection.id, state: 'abandoned' })
    })
  }

  /** Deletes the rows that nobody touched since `time`, and what the agent knows of those wallets. */
  async deleteUntouchedSince(time: string): Promise<void> {
    await forEachInTurn(await this.#repository.untouchedSince(time), async (id) => {
      await this.#agent.forgetConnection(id)
      await this.#options.forgetMessages(id)
      await this.#repository.delete(id)
    })
  }

  async #checkCapacity(visitor: string): Promise<void> {
    const since = lifetimeStart()
    if ((await this.#repository.countOpen(since, visitor)) >= openInvitationsPerVisitor) {
      throw new ApiError(
        429,
        'too-many-invitations',
        'Many invitations of yours are still open. Use one of them first.',
        60,
      )
    }
    if ((await this.#repository.countOpen(timeAgo(capacityWindowMs))) >= this.#options.openInvitations) {
      throw busy('connections-busy', 'Many people are connecting right now. Please try again in a minute.', 30)
    }
  }

  /** Resolves when the connection is usable, the time is over or the caller has gone. */
  #waitForChange(connectionId: string, waitMs: number, gone: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const ended = AbortSignal.any([gone, this.#options.stopping])
      const done = () => {
        clearTimeout(timer)
        unsubscribe()
        ended.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, waitMs)
      const unsubscribe = this.#events.subscribe((event) => {
        if (event.type === 'connection' && event.connection.id === connectionId && isConnected(event.connection)) done()
      })
      ended.addEventListener('abort', done)
      if (ended.aborted) done()
    })
  }
}

const timeAgo = (ms: number) => new Date(Date.now() - ms).toISOString()
const lifetimeStart = () => timeAgo(invitationLifetimeMs)

function ownPicture(address: string | undefined, publicUrl: string): string | undefined {
  if (!address || !URL.canParse(address, publicUrl)) return undefined
  const url = new URL(address, publicUrl)
  return url.origin === publicUrl && url.pathname !== '/' ? url.href : undefined
}
