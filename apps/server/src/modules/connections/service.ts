import type { ConnectionExchanges, ConnectionSnapshot, InvitationOptions } from '@lastmile/agent/port'
import { type FlowType, type Protocol, timings } from '@lastmile/contracts'
import type { ConnectionEntry } from '../../platform/database/schema.ts'
import type { Caller } from '../../platform/http/api-route.ts'
import { ApiError, notFound } from '../../platform/http/errors.ts'
import type { EventPublisher } from '../../platform/process/event-publisher.ts'
import { timeoutSignal } from '../../platform/process/timeout-signal.ts'
import { EntryLifecycle, type Invited, type LifecycleDependencies } from '../ledger/entry-lifecycle.ts'
import { openKeyOf } from '../ledger/open-key.ts'
import { keptMs } from '../ledger/states.ts'
import type { InvitationAddresses, ShortLinks } from '../short-links/service.ts'
import { ownPicture } from './own-picture.ts'

export interface InvitationRequest extends Omit<InvitationOptions, 'imageUrl'> {
  /** Absolute or from the site's root; pictures of other sites are left out. */
  imageUrl: string | undefined
  flowType: FlowType | undefined
  /** Equal for repetitions of one request, whose answer may have been lost. */
  requestId?: string | undefined
}

/** Whether an offer or a request can be sent. */
const isConnected = (connection: ConnectionEntry) => connection.state === 'active'

interface Dependencies {
  /** Of the protocols whose wallets stay connected. */
  agents: Readonly<Partial<Record<Protocol, ConnectionExchanges>>>
  lifecycle: LifecycleDependencies
  shortLinks: ShortLinks
  events: EventPublisher
  publicUrl: string
  /** Ends all waiting for wallets. */
  stopping: AbortSignal
}

/** Connections: how visitors' wallets come to be reached. */
export class ConnectionService {
  readonly #dependencies: Dependencies
  readonly entries: EntryLifecycle<'connection'>

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.entries = new EntryLifecycle(dependencies.lifecycle, {
      kind: 'connection',
      read: async ({ id, protocol }) => changeOf(await this.agentOf(protocol).getConnection(id)),
      forget: ({ id, protocol }) => this.agentOf(protocol).forgetConnection(id),
      lost: { state: 'abandoned' },
      expired: { state: 'abandoned' },
    })
  }

  /** A single-use invitation; a repeated request has the same. @throws ApiError 429 or 503 when too many are open */
  createInvite(
    caller: Caller,
    protocol: Protocol,
    request: InvitationRequest,
  ): Promise<Invited<'connection', InvitationAddresses>> {
    const { publicUrl, shortLinks } = this.#dependencies
    const { label, purpose, flowType = null } = request
    const openKey = request.requestId === undefined ? null : openKeyOf(caller.visitor, request)
    return this.entries.beginByInvitation(
      caller,
      openKey,
      (id) => shortLinks.of(id),
      async () => {
        const imageUrl = ownPicture(request.imageUrl, publicUrl)
        const { connectionId, ...address } = await this.agentOf(protocol).createInvitation({ label, imageUrl, purpose })
        const begun = {
          id: connectionId,
          protocol,
          connectionId,
          threadId: null,
          refusal: null,
          flowType,
          state: 'invited' as const,
          invitationId: address.invitationId,
        }
        const publish = () => shortLinks.create({ subjectId: connectionId, ...address }, keptMs.connection.invited)
        return { begun, publish }
      },
    )
  }

  /** Exchanges on connections of this protocol. @throws ApiError 400 when it has none */
  agentOf(protocol: Protocol): ConnectionExchanges {
    const agent = this.#dependencies.agents[protocol]
    if (!agent) throw new ApiError(400, 'not-possible', 'Wallets of this protocol do not stay connected.')
    return agent
  }

  /** @throws ApiError 404 when it is not the visitor's */
  async getByInvitation(visitor: string, invitationId: string): Promise<ConnectionEntry> {
    const connection = await this.#dependencies.lifecycle.ledger.findByInvitation(visitor, invitationId)
    if (!connection) throw notFound('invitation')
    return this.entries.reconcile(connection)
  }

  /**
   * Resolves once a wallet is on the connection.
   * @param waitMs how long to wait for a wallet to come; one that is about to finish connecting is waited for anyway
   * @throws ApiError 409 when no wallet is connected
   */
  async requireConnected({ gone }: Caller, stored: ConnectionEntry, waitMs: number): Promise<void> {
    const before = await this.entries.reconcile(stored)
    // The page counts `response` as connected, so its offer may come a moment before the wallet's last word.
    const patienceMs = before.state === 'response' ? Math.max(waitMs, timings.deepLinkConnectionWait) : waitMs
    const connection = isConnected(before) ? before : await this.#whenConnected(before, patienceMs, gone)
    if (isConnected(connection)) return
    throw connection.state === 'response'
      ? new ApiError(
          409,
          'still-connecting',
          'The wallet has not finished connecting yet. Open it, wait a moment and try again.',
        )
      : new ApiError(409, 'not-connected', 'No wallet is connected yet. Scan or open the invitation first.')
  }

  /** Stores what the agent reports. */
  async apply(snapshot: ConnectionSnapshot): Promise<void> {
    await this.entries.advance(snapshot.connectionId, { state: snapshot.state })
  }

  /** The connection when it is usable, the time is over or the caller has gone. */
  async #whenConnected(before: ConnectionEntry, waitMs: number, gone: AbortSignal): Promise<ConnectionEntry> {
    if (waitMs <= 0) return before
    const ended = AbortSignal.any([gone, this.#dependencies.stopping, timeoutSignal(waitMs)])
    let stopListening = () => {}
    const change = new Promise<void>((resolve) => {
      stopListening = this.#dependencies.events.subscribe((event) => {
        if (event.type === 'entry' && event.entry.id === before.id && event.entry.state === 'active') resolve()
      })
      ended.addEventListener('abort', () => resolve())
      if (ended.aborted) resolve()
    })
    try {
      // It may have come between the look before and the listening.
      const current = await this.entries.get(before.visitor, before.id)
      if (isConnected(current)) return current
      await change
      return await this.entries.get(before.visitor, before.id)
    } finally {
      stopListening()
    }
  }
}

const changeOf = (snapshot: ConnectionSnapshot | undefined) => snapshot && { state: snapshot.state }
