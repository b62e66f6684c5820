import type { AnonCredsProof, AnonCredsProofRequest } from '@credo-ts/anoncreds'
import {
  DidCommProofExchangeRecord,
  DidCommProofExchangeRepository,
  DidCommProofRole,
  DidCommProofState,
} from '@credo-ts/didcomm'
import type { Events } from '../../core/events.ts'
import type {
  ByConnection,
  ByInvitation,
  InvitedProof,
  Presentation,
  ProofSnapshot,
  Question,
  RefusalReason,
} from '../../port/agent.ts'
import { AgentError } from '../../port/errors.ts'
import type { DefinitionRow } from '../../port/storage.ts'
import type { ThreadOrder } from '../admission/thread-order.ts'
import { proofStates } from '../api/states.ts'
import type { CredoAgent } from '../credo/agent.ts'
import { isChecked, refusalOf, setRefusal } from '../protocols/proof-outcome.ts'
import type { VerifierProtocol } from '../protocols/verifier-protocol.ts'
import type { PublishedObjects } from '../registry/published-objects.ts'
import type { Connections } from './connections.ts'
import { Deadlines } from './deadlines.ts'
import { ownSources } from './own-sources.ts'
import { anonCredsRequest } from './proof-request.ts'
import { revealed } from './revealed.ts'
import { orUnreachable } from './unreachable.ts'

/** Proof requests and what becomes of them (present-proof 2.0, RFC 0454). */
export class Proofs {
  readonly #credo: CredoAgent
  readonly #connections: Connections
  readonly #threads: ThreadOrder
  readonly #own: Parameters<typeof ownSources>[1]
  readonly #now: () => number
  readonly #deadlines: Deadlines

  constructor(dependencies: {
    credo: CredoAgent
    connections: Connections
    threads: ThreadOrder
    objects: PublishedObjects
    definition: (key: string) => Promise<DefinitionRow | undefined>
    /** Milliseconds that a wallet has for its answer. */
    expiry: number
  }) {
    this.#credo = dependencies.credo
    this.#connections = dependencies.connections
    this.#threads = dependencies.threads
    this.#own = dependencies
    this.#now = dependencies.objects.now
    this.#deadlines = new Deadlines(dependencies.expiry, (proofId) => this.find(proofId))
  }

  publishTo(events: Events): void {
    events.tellOf<DidCommProofExchangeRecord>(DidCommProofExchangeRecord, async (record) => {
      const proof = await this.#state(record)
      return proof && { type: 'proof', proof }
    })
  }

  /** Takes up the deadlines of requests that were open when the server stopped. */
  async resume(): Promise<void> {
    for (const state of [DidCommProofState.RequestSent, DidCommProofState.PresentationReceived]) {
      const open = await this.#credo.didcomm.proofs.findAllByQuery({ state })
      for (const record of open) this.#deadlines.watch(record)
    }
  }

  /** Resumes a stored presentation that a failure of ours or a sudden end left unanswered. */
  async settle(proofId: string): Promise<void> {
    const record = await this.#credo.didcomm.proofs.findById(proofId)
    if (record) await this.#threads.run(record.threadId, () => this.#settleUnlocked(proofId))
  }

  stop(): void {
    this.#deadlines.stop()
  }

  /** Throws `not-found`, `not-connected`, `invalid` when others' credentials are asked for, and `unreachable`. */
  async request(question: Question, channel: ByConnection): Promise<ProofSnapshot> {
    const connectionId = await this.#connections.establishedId(channel.connectionId)
    const anoncreds = await this.#anonCredsRequest(question)
    const record = await orUnreachable(
      this.#credo.didcomm.proofs.requestProof({
        connectionId,
        protocolVersion: 'v2',
        comment: question.comment,
        willConfirm: true,
        proofFormats: { anoncreds },
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
  async invite(question: Question, { invitation }: ByInvitation): Promise<InvitedProof> {
    const anoncreds = await this.#anonCredsRequest(question)
    const invitationId = crypto.randomUUID()
    const { message, proofRecord } = await this.#credo.didcomm.proofs.createRequest({
      protocolVersion: 'v2',
      comment: question.comment,
      willConfirm: true,
      parentThreadId: invitationId,
      proofFormats: { anoncreds },
    })
    const invitationUrl = await this.#connections.inviteWithRequest({ ...invitation, invitationId, message })
    this.#deadlines.watch(proofRecord)
    return { ...(await this.#snapshotOfOwn(proofRecord)), invitationId, invitationUrl }
  }

  /** Reading a request whose time is over ends it. */
  async find(proofId: string): Promise<ProofSnapshot | undefined> {
    const record = await this.#credo.didcomm.proofs.findById(proofId)
    if (!record) return undefined
    if (!this.#isOverdue(record)) return this.#snapshot(record)
    return this.#threads.run(record.threadId, async () => {
      const current = await this.#credo.didcomm.proofs.findById(proofId)
      if (current && this.#isOverdue(current)) await this.#expire(current)
      const expired = current && (await this.#credo.didcomm.proofs.findById(proofId))
      return expired ? this.#snapshot(expired) : undefined
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

  async #anonCredsRequest(question: Question) {
    return anonCredsRequest(question, await ownSources(question, this.#own), this.#now())
  }

  #isOverdue(record: DidCommProofExchangeRecord): boolean {
    return this.#deadlines.isOver(record) && (record.state === DidCommProofState.RequestSent || isUnchecked(record))
  }

  async #expire(record: DidCommProofExchangeRecord): Promise<void> {
    if (isUnchecked(record)) await this.#settleUnlocked(record.id)
    else await this.#refuse(record, 'expired', 'The request has expired')
  }

  async #settleUnlocked(proofId: string): Promise<void> {
    const record = await this.#credo.didcomm.proofs.findById(proofId)
    if (record?.state !== DidCommProofState.PresentationReceived) return
    if (isUnchecked(record)) {
      const result = await this.#protocol.checkAgain(this.#credo.context, record)
      if (result === 'refused') return this.#refuse(record, refusalOf(record), 'The presentation was refused')
      if (result === 'unknown') {
        if (!this.#deadlines.isOver(record)) return
        return this.#refuse(record, 'unavailable', 'The presentation could not be checked')
      }
      await this.#credo.context.resolve(DidCommProofExchangeRepository).update(this.#credo.context, record)
    }
    await this.#credo.didcomm.proofs.acceptPresentation({ proofExchangeRecordId: proofId })
  }

  async #refuse(record: DidCommProofExchangeRecord, refusal: RefusalReason, told: string): Promise<void> {
    setRefusal(record, refusal)
    await this.#tellWallet(record, told)
    await this.#protocol.updateState(this.#credo.context, record, DidCommProofState.Abandoned)
  }

  get #protocol(): VerifierProtocol {
    const [protocol] = this.#credo.didcomm.proofs.config.proofProtocols
    if (!protocol) throw new Error('No protocol for proofs is set up')
    return protocol
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
    const { context } = this.#credo
    // With its messages, in one transaction (`RecordStorage`).
    await context.resolve(DidCommProofExchangeRepository).deleteById(context, proofId)
  }

  async #snapshotOfOwn(record: DidCommProofExchangeRecord): Promise<ProofSnapshot> {
    const snapshot = await this.#state(record)
    if (!snapshot) throw new Error('A proof request has no state')
    return snapshot
  }

  async #snapshot(record: DidCommProofExchangeRecord): Promise<ProofSnapshot | undefined> {
    const snapshot = await this.#state(record)
    return snapshot?.verified ? { ...snapshot, presentation: await this.#presentation(record.id) } : snapshot
  }

  /** Without what was revealed. */
  async #state(record: DidCommProofExchangeRecord): Promise<ProofSnapshot | undefined> {
    const state = proofStates[record.state]
    if (!state || record.role !== DidCommProofRole.Verifier) return undefined
    const snapshot: ProofSnapshot = {
      proofId: record.id,
      connectionId: record.connectionId && (await this.#connections.publicId(record.connectionId)),
      threadId: record.threadId,
      state,
    }
    if (state === 'request_sent' || isUnchecked(record)) return snapshot
    if (state === 'abandoned') {
      const refusal = refusalOf(record)
      return { ...snapshot, state: refusal === 'expired' ? 'expired' : state, verified: false, refusal }
    }
    // Credo comes this far only with a presentation that verified; everything else is abandoned.
    return { ...snapshot, verified: true }
  }

  async #presentation(proofId: string): Promise<Presentation | undefined> {
    const { request, presentation } = await this.#credo.didcomm.proofs.getFormatData(proofId)
    if (!request || !presentation) return undefined
    return revealed(request.anoncreds as AnonCredsProofRequest, presentation.anoncreds as AnonCredsProof)
  }
}

/** Taken, while nobody knows yet whether it is good. */
const isUnchecked = (record: DidCommProofExchangeRecord) =>
  record.state === DidCommProofState.PresentationReceived && !isChecked(record)
