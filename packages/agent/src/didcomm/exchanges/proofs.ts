import type { AnonCredsProof, AnonCredsProofRequest } from '@credo-ts/anoncreds'
import {
  DidCommProofExchangeRecord,
  DidCommProofExchangeRepository,
  DidCommProofRole,
  DidCommProofState,
} from '@credo-ts/didcomm'
import type { Events } from '../../core/events.ts'
import type { ByConnection } from '../../port/connections.ts'
import { AgentError } from '../../port/errors.ts'
import type {
  InvitationOptions,
  InvitedProof,
  Presentation,
  ProofSnapshot,
  Question,
  RefusalReason,
} from '../../port/exchanges.ts'
import type { AgentOptions } from '../../port/options.ts'
import type { KeptReads } from '../../port/reads.ts'
import type { ThreadOrder } from '../admission/thread-order.ts'
import { proofStates } from '../api/states.ts'
import type { CredoAgent } from '../credo/credo-agent.ts'
import type { Definitions } from '../issuer/definitions.ts'
import { outcomeOf, readsOf, refusalOf, setOutcome, setReads, shownConditionsOf } from '../protocols/proof-notes.ts'
import type { VerifierProtocol } from '../protocols/verifier-protocol.ts'
import type { VerifyingFormat } from '../protocols/verifying-format.ts'
import type { PublishedObjects } from '../registry/published-objects.ts'
import type { FailedReads } from '../store/failed-reads.ts'
import type { Connections } from './didcomm-connections.ts'
import { ownSources } from './own-sources.ts'
import { anonCredsRequest } from './proof-request.ts'
import { revealed } from './revealed.ts'
import { orUnreachable } from './unreachable.ts'

interface Dependencies {
  credo: CredoAgent
  connections: Connections
  threads: ThreadOrder
  objects: PublishedObjects
  definitions: Definitions
  failedReads: FailedReads
  protocol: VerifierProtocol
  verifying: VerifyingFormat
  options: Pick<AgentOptions, 'openReads'> & {
    /** Milliseconds that a wallet has for its answer. */
    proofExpiry: number
  }
}

/** Proof requests and what becomes of them (present-proof 2.0, RFC 0454). */
export class Proofs {
  readonly #dependencies: Dependencies
  /** When open requests end, in milliseconds since 1970, by their id: read then, they are ended. */
  readonly #ends = new Map<string, number>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  publishTo(events: Events): void {
    events.emitStatesOf<DidCommProofExchangeRecord>(DidCommProofExchangeRecord, async (record) => {
      const proof = await this.#state(record)
      return proof && { type: 'proof', proof }
    })
  }

  /** Watches requests that were open when the server stopped. */
  async resume(): Promise<void> {
    const states = [DidCommProofState.RequestSent, DidCommProofState.PresentationReceived]
    const query = { $or: states.map((state) => ({ state })) }
    for (const record of await this.#dependencies.credo.didcomm.proofs.findAllByQuery(query))
      this.#ends.set(record.id, this.#endOf(record))
  }

  /** Resumes a stored presentation that a failure of ours or a sudden end left unanswered. */
  async settle(proofId: string): Promise<void> {
    await this.#alone(proofId, (record) => this.#settle(record))
  }

  /** Ends requests that are not answered in time. Call every second. */
  expire(): void {
    for (const [proofId, end] of this.#ends) {
      if (end > Date.now()) continue
      this.#ends.delete(proofId)
      // The next reader of the request ends it then.
      this.find(proofId).catch(() => undefined)
    }
  }

  /** Throws `not-found`, `not-connected`, `invalid` when others' credentials are asked for, and `unreachable`. */
  async request(question: Question, channel: ByConnection): Promise<ProofSnapshot> {
    const { connections, credo } = this.#dependencies
    const connectionId = await connections.establishedId(channel.connectionId)
    const anoncreds = await this.#anonCredsRequest(question)
    const record = await orUnreachable(
      credo.didcomm.proofs.requestProof({
        connectionId,
        protocolVersion: 'v2',
        comment: question.comment,
        willConfirm: true,
        proofFormats: { anoncreds },
      }),
      this.#dependencies.failedReads,
      (proofId) => this.#forget(proofId),
    )
    this.#ends.set(record.id, this.#endOf(record))
    return this.#snapshotOfOwn(record)
  }

  /**
   * The request inside an out-of-band invitation without handshake (RFC 0434). Wallets answer in a thread whose parent
   * is the invitation, and some insist that the request names it too, so its id is settled before.
   */
  async invite(question: Question, invitation: InvitationOptions, reads?: KeptReads): Promise<InvitedProof> {
    const { credo, connections, options } = this.#dependencies
    const oldestList = reads && options.openReads?.(reads).oldestList
    const anoncreds = await this.#anonCredsRequest(question, oldestList)
    const invitationId = crypto.randomUUID()
    const { message, proofRecord } = await credo.didcomm.proofs.createRequest({
      protocolVersion: 'v2',
      comment: question.comment,
      willConfirm: true,
      parentThreadId: invitationId,
      proofFormats: { anoncreds },
    })
    if (reads) {
      setReads(proofRecord, reads)
      await credo.context.resolve(DidCommProofExchangeRepository).update(credo.context, proofRecord)
    }
    const invitationUrl = await connections.inviteWithRequest({ ...invitation, invitationId, message })
    this.#ends.set(proofRecord.id, this.#endOf(proofRecord))
    return { ...(await this.#snapshotOfOwn(proofRecord)), invitationId, invitationUrl }
  }

  /** Reading a request whose time is over ends it. */
  async find(proofId: string): Promise<ProofSnapshot | undefined> {
    let record = await this.#find(proofId)
    if (record && this.#isOverdue(record)) {
      await this.#alone(proofId, async (current) => {
        if (this.#isOverdue(current)) await this.#expire(current)
      })
      record = await this.#find(proofId)
    }
    return record ? this.#snapshot(record) : undefined
  }

  /** Notifies the wallet when the request is still open, then deletes the exchange with its messages. */
  async delete(proofId: string): Promise<void> {
    const isKnown = await this.#alone(proofId, async (record) => {
      if (record.state === DidCommProofState.RequestSent) await this.#sendReport(record, 'The request was withdrawn')
      await this.#forget(proofId)
      if (record.parentThreadId) await this.#dependencies.connections.forgetInvitation(record.parentThreadId)
    })
    if (!isKnown) throw new AgentError('not-found', 'There is no such proof.')
  }

  #find(proofId: string): Promise<DidCommProofExchangeRecord | null> {
    return this.#dependencies.credo.didcomm.proofs.findById(proofId)
  }

  #alone(proofId: string, work: (record: DidCommProofExchangeRecord) => Promise<void>): Promise<boolean> {
    return this.#dependencies.threads.runAlone(() => this.#find(proofId), work)
  }

  async #anonCredsRequest(question: Question, oldestList?: number) {
    const sources = await ownSources(question, this.#dependencies)
    return anonCredsRequest(question, sources, this.#dependencies.objects.moment(), oldestList)
  }

  /** It follows from when it was made, which is stored with it, so a restart changes nothing. */
  #endOf({ createdAt }: DidCommProofExchangeRecord): number {
    return createdAt.getTime() + this.#dependencies.options.proofExpiry
  }

  #isOverdue(record: DidCommProofExchangeRecord): boolean {
    return this.#endOf(record) <= Date.now() && (record.state === DidCommProofState.RequestSent || isUnchecked(record))
  }

  async #expire(record: DidCommProofExchangeRecord): Promise<void> {
    if (isUnchecked(record)) await this.#settle(record)
    else await this.#refuse(record, 'expired', 'The request has expired')
  }

  async #settle(record: DidCommProofExchangeRecord): Promise<void> {
    const { credo, verifying } = this.#dependencies
    if (record.state !== DidCommProofState.PresentationReceived) return
    if (isUnchecked(record)) {
      const { request, presentation } = await credo.didcomm.proofs.getFormatData(record.id)
      await verifying.check(record, request?.anoncreds as AnonCredsProofRequest, presentation?.anoncreds)
      const { checked, refusal } = outcomeOf(record)
      if (refusal) return this.#abandon(record, 'The presentation was refused')
      if (!checked) {
        if (this.#endOf(record) > Date.now()) return
        return this.#refuse(record, 'unavailable', 'The presentation could not be checked')
      }
      await credo.context.resolve(DidCommProofExchangeRepository).update(credo.context, record)
    }
    await credo.didcomm.proofs.acceptPresentation({ proofExchangeRecordId: record.id })
  }

  async #refuse(record: DidCommProofExchangeRecord, refusal: RefusalReason, description: string): Promise<void> {
    setOutcome(record, { refusal })
    await this.#abandon(record, description)
  }

  async #abandon(record: DidCommProofExchangeRecord, description: string): Promise<void> {
    const { credo, protocol } = this.#dependencies
    await this.#sendReport(record, description)
    await protocol.updateState(credo.context, record, DidCommProofState.Abandoned)
  }

  /** One that does not arrive is sent again when the wallet answers. */
  async #sendReport(record: DidCommProofExchangeRecord, description: string): Promise<void> {
    if (!record.connectionId) return
    await this.#dependencies.credo.didcomm.proofs
      .sendProblemReport({ proofExchangeRecordId: record.id, description })
      .catch(() => undefined)
  }

  async #forget(proofId: string): Promise<void> {
    this.#ends.delete(proofId)
    const { context } = this.#dependencies.credo
    // With its messages, in one transaction (`RecordStorage`).
    await context.resolve(DidCommProofExchangeRepository).deleteById(context, proofId)
  }

  async #snapshotOfOwn(record: DidCommProofExchangeRecord): Promise<ProofSnapshot> {
    const snapshot = await this.#state(record)
    if (!snapshot) throw new Error('A proof request has no state')
    return snapshot
  }

  async #snapshot(record: DidCommProofExchangeRecord): Promise<ProofSnapshot | undefined> {
    const state = await this.#state(record)
    const snapshot = state && { ...state, reads: readsOf(record) }
    return snapshot?.verified ? { ...snapshot, presentation: await this.#presentation(record) } : snapshot
  }

  /** Without the revealed values. */
  async #state(record: DidCommProofExchangeRecord): Promise<ProofSnapshot | undefined> {
    const state = proofStates[record.state]
    if (!state || record.role !== DidCommProofRole.Verifier) return undefined
    const snapshot: ProofSnapshot = {
      proofId: record.id,
      connectionId: record.connectionId && (await this.#dependencies.connections.publicId(record.connectionId)),
      threadId: record.threadId,
      state,
    }
    if (state === 'request_sent' || isUnchecked(record)) return snapshot
    if (state === 'abandoned') {
      const refusal = refusalOf(record)
      const { failedCheck } = outcomeOf(record)
      const ended = refusal === 'expired' ? 'expired' : state
      return { ...snapshot, state: ended, verified: false, refusal, failedCheck }
    }
    // Credo comes this far only with a presentation that verified; everything else is abandoned.
    return { ...snapshot, verified: true }
  }

  async #presentation(record: DidCommProofExchangeRecord): Promise<Presentation | undefined> {
    const { request, presentation } = await this.#dependencies.credo.didcomm.proofs.getFormatData(record.id)
    if (!request || !presentation) return undefined
    return revealed(
      request.anoncreds as AnonCredsProofRequest,
      presentation.anoncreds as AnonCredsProof,
      shownConditionsOf(record),
    )
  }
}

/** Received and not yet verified. */
const isUnchecked = (record: DidCommProofExchangeRecord) =>
  record.state === DidCommProofState.PresentationReceived && !outcomeOf(record).checked
