import type { AnonCredsProof, AnonCredsProofRequest } from '@credo-ts/anoncreds'
import {
  DidCommProofEventTypes,
  type DidCommProofExchangeRecord,
  DidCommProofRole,
  DidCommProofState,
  type DidCommProofStateChangedEvent,
} from '@credo-ts/didcomm'
import type { CredoAgent } from '../credo/agent.ts'
import type { Events } from '../events.ts'
import {
  AgentError,
  type Presentation,
  type ProofInvitationOptions,
  type ProofOptions,
  type ProofSnapshot,
} from '../port.ts'
import { proofStates } from '../states.ts'
import type { Connections } from './connections.ts'
import { Deadlines } from './deadlines.ts'
import { refusalOf, setRefusal } from './proof-outcome.ts'
import { anonCredsRequest } from './proof-request.ts'
import { revealed } from './revealed.ts'
import type { ThreadOrder } from './thread-order.ts'
import { orUnreachable } from './unreachable.ts'

/** Proof requests and what becomes of them (present-proof 2.0, RFC 0454). */
export class Proofs {
  readonly #credo: CredoAgent
  readonly #connections: Connections
  readonly #threads: ThreadOrder
  readonly #publicUrl: string
  readonly #deadlines: Deadlines

  constructor(parts: {
    credo: CredoAgent
    connections: Connections
    threads: ThreadOrder
    publicUrl: string
    /** Milliseconds that a wallet has for its answer. */
    expiry: number
  }) {
    this.#credo = parts.credo
    this.#connections = parts.connections
    this.#threads = parts.threads
    this.#publicUrl = parts.publicUrl
    this.#deadlines = new Deadlines(parts.expiry, (proofId) => this.find(proofId))
  }

  publishTo(events: Events): void {
    this.#credo.events.on<DidCommProofStateChangedEvent>(
      DidCommProofEventTypes.ProofStateChanged,
      ({ payload: { proofRecord: record } }) =>
        events.publish(record.id, async () => {
          const proof = await this.#snapshot(record)
          return proof && { type: 'proof', proof }
        }),
    )
  }

  /** Takes up the deadlines of requests that were open when the server stopped. */
  async resume(): Promise<void> {
    const open = await this.#credo.didcomm.proofs.findAllByQuery({ state: DidCommProofState.RequestSent })
    for (const record of open) this.#deadlines.watch(record)
  }

  stop(): void {
    this.#deadlines.stop()
  }

  /** Throws `not-found`, `not-connected`, and `unreachable`. */
  async request(options: ProofOptions): Promise<ProofSnapshot> {
    const connectionId = await this.#connections.establishedId(options.connectionId)
    const record = await orUnreachable(
      this.#credo.didcomm.proofs.requestProof({
        connectionId,
        protocolVersion: 'v2',
        comment: options.comment,
        willConfirm: true,
        proofFormats: { anoncreds: anonCredsRequest(options.request, seconds()) },
      }),
      (proofId) => this.#forget(proofId),
    )
    this.#deadlines.watch(record)
    return this.#snapshotOfOwn(record)
  }

  /**
   * The request inside an out-of-band invitation without handshake (RFC 0434). Wallets answer in a thread whose parent
   * is the invitation, and some insist that the request names it too, so its id is settled before.
   */
  async invite(options: ProofInvitationOptions): Promise<{ proof: ProofSnapshot; invitationUrl: string }> {
    const invitationId = crypto.randomUUID()
    const { message, proofRecord } = await this.#credo.didcomm.proofs.createRequest({
      protocolVersion: 'v2',
      comment: options.comment,
      willConfirm: true,
      parentThreadId: invitationId,
      proofFormats: { anoncreds: anonCredsRequest(options.request, seconds()) },
    })
    const invitationUrl = await this.#connections.inviteWithRequest({ ...options, invitationId, message })
    this.#deadlines.watch(proofRecord)
    return { proof: await this.#snapshotOfOwn(proofRecord), invitationUrl }
  }

  /** Reading a request whose time is over ends it. */
  async find(proofId: string): Promise<ProofSnapshot | undefined> {
    const record = await this.#credo.didcomm.proofs.findById(proofId)
    if (!record) return undefined
    if (!this.#isOverdue(record)) return this.#snapshot(record)
    return this.#threads.run(record.threadId, async () => {
      const current = await this.#credo.didcomm.proofs.findById(proofId)
      if (current && this.#isOverdue(current)) await this.#expire(current)
      return current ? this.#snapshot(current) : undefined
    })
  }

  /** Tells the wallet when the request is still open, then deletes the exchange with its messages. */
  async delete(proofId: string): Promise<void> {
    const known = await this.#credo.didcomm.proofs.findById(proofId)
    if (!known) throw new AgentError('not-found', 'There is no such proof.')
    await this.#threads.run(known.threadId, async () => {
      const record = await this.#credo.didcomm.proofs.findById(proofId)
      if (!record) return
      if (record.state === DidCommProofState.RequestSent) await this.#tellWallet(record, 'The request was withdrawn')
      await this.#forget(proofId)
      if (record.parentThreadId) await this.#connections.forgetInvitation(record.parentThreadId)
    })
  }

  #isOverdue(record: DidCommProofExchangeRecord): boolean {
    return record.state === DidCommProofState.RequestSent && this.#deadlines.isOver(record)
  }

  async #expire(record: DidCommProofExchangeRecord): Promise<void> {
    setRefusal(record, 'expired')
    await this.#tellWallet(record, 'The request has expired')
    const [protocol] = this.#credo.didcomm.proofs.config.proofProtocols
    await protocol?.updateState(this.#credo.context, record, DidCommProofState.Abandoned)
  }

  /** A wallet that is away is told nothing: it gets a problem report when it answers. */
  async #tellWallet(record: DidCommProofExchangeRecord, description: string): Promise<void> {
    if (!record.connectionId) return
    await this.#credo.didcomm.proofs
      .sendProblemReport({ proofExchangeRecordId: record.id, description })
      .catch(() => undefined)
  }

  async #forget(proofId: string): Promise<void> {
    this.#deadlines.forget(proofId)
    await this.#credo.didcomm.proofs.deleteById(proofId, { deleteAssociatedDidCommMessages: true })
  }

  async #snapshotOfOwn(record: DidCommProofExchangeRecord): Promise<ProofSnapshot> {
    const snapshot = await this.#snapshot(record)
    if (!snapshot) throw new Error('A proof request has no state')
    return snapshot
  }

  async #snapshot(record: DidCommProofExchangeRecord): Promise<ProofSnapshot | undefined> {
    const state = proofStates[record.state]
    if (!state || record.role !== DidCommProofRole.Verifier) return undefined
    const snapshot: ProofSnapshot = {
      proofId: record.id,
      connectionId: record.connectionId && (await this.#connections.publicId(record.connectionId)),
      threadId: record.threadId,
      state,
    }
    if (state === 'request_sent') return snapshot
    if (state === 'abandoned') {
      const refusal = refusalOf(record)
      return { ...snapshot, state: refusal === 'expired' ? 'expired' : state, verified: false, refusal }
    }
    // Credo comes this far only with a presentation that verified; everything else is abandoned.
    return { ...snapshot, verified: true, presentation: await this.#presentation(record.id) }
  }

  async #presentation(proofId: string): Promise<Presentation | undefined> {
    const { request, presentation } = await this.#credo.didcomm.proofs.getFormatData(proofId)
    if (!request || !presentation) return undefined
    return revealed(request.anoncreds as AnonCredsProofRequest, presentation.anoncreds as AnonCredsProof)
  }
}

const seconds = () => Math.floor(Date.now() / 1000)
