import type { AnonCredsProof } from '@credo-ts/anoncreds'
import {
  DidCommProofEventTypes,
  type DidCommProofExchangeRecord,
  DidCommProofRole,
  DidCommProofState,
  type DidCommProofStateChangedEvent,
  MessageSendingError,
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
import { revealed } from './presentation.ts'
import { anonCredsRequest } from './proof-request.ts'

/** Proof requests and what becomes of them (present-proof 2.0, RFC 0454). */
export class Proofs {
  readonly #credo: CredoAgent
  readonly #connections: Connections
  readonly #publicUrl: string

  constructor(credo: CredoAgent, connections: Connections, publicUrl: string) {
    this.#credo = credo
    this.#connections = connections
    this.#publicUrl = publicUrl
  }

  publishTo(events: Events): void {
    this.#credo.events.on<DidCommProofStateChangedEvent>(
      DidCommProofEventTypes.ProofStateChanged,
      ({ payload: { proofRecord: record } }) => {
        const { state, isVerified } = record
        events.publish(record.id, async () => {
          const proof = await this.#snapshot(record, state, isVerified)
          return proof && { type: 'proof', proof }
        })
      },
    )
  }

  async request(options: ProofOptions): Promise<ProofSnapshot> {
    const connectionId = await this.#connections.establishedId(options.connectionId)
    try {
      const record = await this.#credo.didcomm.proofs.requestProof({
        connectionId,
        protocolVersion: 'v2',
        comment: options.comment,
        willConfirm: true,
        proofFormats: { anoncreds: anonCredsRequest(options.request, seconds()) },
      })
      return await this.#existing(record)
    } catch (error) {
      if (!(error instanceof MessageSendingError)) throw error
      const record = error.outboundMessageContext.associatedRecord
      if (record) await this.delete(record.id)
      throw new AgentError('unavailable', 'The wallet cannot be reached right now.', { cause: error })
    }
  }

  async invite(options: ProofInvitationOptions): Promise<{ proof: ProofSnapshot; invitationUrl: string }> {
    const { message, proofRecord } = await this.#credo.didcomm.proofs.createRequest({
      protocolVersion: 'v2',
      comment: options.comment,
      willConfirm: true,
      proofFormats: { anoncreds: anonCredsRequest(options.request, seconds()) },
    })
    const record = await this.#credo.didcomm.oob.createInvitation({
      label: options.label,
      goal: options.goal,
      goalCode: options.goalCode,
      imageUrl: options.imageUrl || undefined,
      messages: [message],
      handshake: false,
    })
    return {
      proof: await this.#existing(proofRecord),
      invitationUrl: record.outOfBandInvitation.toUrl({ domain: this.#publicUrl }),
    }
  }

  async find(proofId: string): Promise<ProofSnapshot | undefined> {
    const record = await this.#credo.didcomm.proofs.findById(proofId)
    return record ? this.#snapshot(record, record.state, record.isVerified) : undefined
  }

  async delete(proofId: string): Promise<void> {
    const record = await this.#credo.didcomm.proofs.findById(proofId)
    if (!record) throw new AgentError('not-found', 'There is no such proof.')
    if (record.state === DidCommProofState.RequestSent && record.connectionId) {
      await this.#credo.didcomm.proofs
        .sendProblemReport({ proofExchangeRecordId: record.id, description: 'The request was withdrawn' })
        .catch(() => undefined)
    }
    await this.#credo.didcomm.proofs.deleteById(record.id, { deleteAssociatedDidCommMessages: true })
  }

  async #existing(record: DidCommProofExchangeRecord): Promise<ProofSnapshot> {
    const snapshot = await this.#snapshot(record, record.state, record.isVerified)
    if (!snapshot) throw new Error('A proof request has no state')
    return snapshot
  }

  async #snapshot(
    record: DidCommProofExchangeRecord,
    credoState: DidCommProofState,
    isVerified: boolean | undefined,
  ): Promise<ProofSnapshot | undefined> {
    const state = proofStates[credoState]
    if (!state || record.role !== DidCommProofRole.Verifier) return undefined
    const verified = state === 'request_sent' ? undefined : isVerified === true
    return {
      proofId: record.id,
      connectionId: record.connectionId && (await this.#connections.publicId(record.connectionId)),
      threadId: record.threadId,
      state,
      verified,
      ...(state === 'abandoned' && { refusal: isVerified === false ? 'not-verifiable' : 'declined' }),
      ...(verified && { presentation: await this.#presentation(record.id) }),
    }
  }

  async #presentation(proofId: string): Promise<Presentation | undefined> {
    const { presentation } = await this.#credo.didcomm.proofs.getFormatData(proofId)
    const proof = presentation?.anoncreds as AnonCredsProof | undefined
    return proof && revealed(proof)
  }
}

const seconds = () => Math.floor(Date.now() / 1000)
