import { DidDocumentRole, DidRepository } from '@credo-ts/core'
import {
  type DidCommConnectionRecord,
  DidCommConnectionRepository,
  type DidCommCredentialExchangeRecord,
  DidCommCredentialRole,
  DidCommCredentialState,
  DidCommDidExchangeRole,
  DidCommDidExchangeState,
  DidCommOutOfBandService,
  DidCommOutOfBandState,
  DidCommProofRole,
  DidCommProofState,
  DidCommTrustPingMessage,
} from '@credo-ts/didcomm'
import { LRUCache } from 'lru-cache'
import { loggableReason } from '../../core/loggable-reason.ts'
import type { AgentLogger } from '../../port/options.ts'
import { mostWaiting, type ThreadOrder } from '../admission/thread-order.ts'
import type { CredoAgent } from '../credo/credo-agent.ts'
import type { WaitingMessages } from '../transport/waiting-messages.ts'
import { confirmIssued } from './confirm-by-proof.ts'
import type { Proofs } from './proofs.ts'
import { sendMessage } from './send-message.ts'

/** Milliseconds until an unanswered exchange is resumed; each failure doubles the pause. */
const pauses = { first: 5_000, longest: 10 * 60_000 }
/** Exchanges of each kind that are looked at in one round. */
const mostAtOnce = 100

/** Whether the wallet has begun a handshake whose last message is missing. */
const isUnended = (state: DidCommDidExchangeState): boolean =>
  state === DidCommDidExchangeState.RequestReceived || state === DidCommDidExchangeState.ResponseSent

/** A stored exchange. */
type Dated = Pick<DidCommConnectionRecord, 'id' | 'updatedAt' | 'createdAt'>

interface Dependencies {
  credo: CredoAgent
  threads: ThreadOrder
  proofs: Proofs
  waiting: WaitingMessages
  logger: AgentLogger
}

/**
 * Resumes after a sudden end or a failure of ours: handles stored messages, resends answers that may not have left.
 * Wallets ignore repetitions. Failures are logged; the visitor can still retry.
 */
export class Resumption {
  readonly #dependencies: Dependencies
  /** Credentials that were sent again, by their record, and when silence counts as the wallet's confirmation. */
  readonly #unconfirmed = new Map<string, number>()
  /** When an exchange is tried again. */
  readonly #next = new LRUCache<string, { at: number; pause: number }>({ max: 10_000 })

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** To be called once, at the start. */
  async all(): Promise<void> {
    await Promise.all([this.#answerOpenMessages(), this.#endHandshakes(), this.#sendIssuedAgain()])
  }

  /** The same for what failed for a moment while running: the database was away, the queue was full. */
  async failed(): Promise<void> {
    const isDue = (record: Dated) => this.#isDue(record)
    await Promise.all([this.#answerOpenMessages(isDue), this.#endHandshakes(isDue), this.#endUnconfirmed()])
  }

  async #answerOpenMessages(isDue?: (record: Dated) => boolean): Promise<void> {
    const { connections, credentials, proofs } = this.#dependencies.credo.didcomm
    const page = { limit: mostAtOnce }
    const requested = { state: DidCommDidExchangeState.RequestReceived, role: DidCommDidExchangeRole.Responder }
    const asked = { state: DidCommCredentialState.RequestReceived, role: DidCommCredentialRole.Issuer }
    const proved = { state: DidCommProofState.PresentationReceived, role: DidCommProofRole.Verifier }
    await Promise.all([
      this.#each(connections.findAllByQuery(requested, page), (record) => this.answerHandshake(record), isDue),
      this.#each(credentials.findAllByQuery(asked, page), (record) => this.#answerRequest(record), isDue),
      this.#each(proofs.findAllByQuery(proved, page), ({ id }) => this.#dependencies.proofs.settle(id), isDue),
    ])
  }

  async #answerRequest({ id, threadId }: DidCommCredentialExchangeRecord): Promise<void> {
    const { credo, threads } = this.#dependencies
    await threads.run(threadId, () => credo.didcomm.credentials.acceptRequest({ credentialExchangeRecordId: id }))
  }

  /**
   * Also once more, for a wallet that came back before it has said its last word and may not have our answer. A sudden
   * end may have come between the DID that a handshake is answered with and the answer. No other DID can be made of the
   * same keys, so that one goes first.
   */
  async answerHandshake({ id, outOfBandId, threadId, state }: DidCommConnectionRecord): Promise<void> {
    if (!isUnended(state)) return
    const { connections, oob } = this.#dependencies.credo.didcomm
    const { context } = this.#dependencies.credo
    const dids = context.resolve(DidRepository)
    const invitation = outOfBandId ? await oob.findById(outOfBandId) : null
    const [key] = invitation?.invitationInlineServiceKeys ?? []
    const fingerprint = key?.recipientKeyFingerprint ?? ''
    const { threads } = this.#dependencies
    const answer = async () => {
      const current = await connections.findById(id)
      if (current?.state !== state) return
      if (invitation && invitation.state !== DidCommOutOfBandState.Done)
        await context.resolve(DidCommOutOfBandService).updateState(context, invitation, DidCommOutOfBandState.Done)
      if (state !== DidCommDidExchangeState.RequestReceived) {
        current.state = DidCommDidExchangeState.RequestReceived
        await context.resolve(DidCommConnectionRepository).update(context, current)
      }
      const halfMade = { role: DidDocumentRole.Created, recipientKeyFingerprints: [fingerprint] }
      for (const did of fingerprint ? await dids.findByQuery(context, halfMade) : []) await dids.delete(context, did)
      await connections.acceptRequest(id)
    }
    // Where handshakes on this invitation wait for each other, and where the messages that end this one do.
    const inThread = () => threads.run(threadId ?? id, answer, mostWaiting)
    await threads.run(fingerprint || id, inThread, mostWaiting)
  }

  /**
   * Either our response or the wallet's `complete` may have been lost, or the wallet sends none. A wallet that has the
   * response answers the ping (`takePingsAsLastWord`); after a start it may need the response again.
   * @param isDue while running, when the response is known to have been sent
   */
  async #endHandshakes(isDue?: (record: Dated) => boolean): Promise<void> {
    const { credo } = this.#dependencies
    const { connections } = credo.didcomm
    const answered = { state: DidCommDidExchangeState.ResponseSent, role: DidCommDidExchangeRole.Responder }
    const end = async (record: DidCommConnectionRecord) => {
      const waiting = await this.#dependencies.waiting.threadsFor(credo.context, record.id)
      if (isDue ? waiting.size > 0 : waiting.has(record.threadId)) return
      if (!isDue) await this.answerHandshake(record)
      const ping = new DidCommTrustPingMessage({ responseRequested: true })
      await sendMessage(credo, ping, await connections.getById(record.id))
    }
    await this.#each(connections.findAllByQuery(answered, { limit: mostAtOnce }), end, isDue)
  }

  async #sendIssuedAgain(): Promise<void> {
    const issued = { state: DidCommCredentialState.CredentialIssued, role: DidCommCredentialRole.Issuer }
    const { credo, threads } = this.#dependencies
    await this.#each(credo.didcomm.credentials.findAllByQuery(issued), (record) =>
      threads.run(record.threadId, () => this.#sendCredentialAgain(record)),
    )
  }

  async #sendCredentialAgain(record: DidCommCredentialExchangeRecord): Promise<void> {
    const { credo, waiting } = this.#dependencies
    const { connections, credentials } = credo.didcomm
    const message = await credentials.findCredentialMessage(record.id)
    if (!message || !record.connectionId) return
    // A message that the wallet has still to fetch is not sent again: each start would add one.
    if ((await waiting.threadsFor(credo.context, record.connectionId)).has(record.threadId)) return
    await sendMessage(credo, message, await connections.getById(record.connectionId), record)
    this.#unconfirmed.set(record.id, Date.now() + pauses.first)
  }

  /** A wallet that got a credential twice and stays silent confirmed it the first time; the process lost its ack. */
  async #endUnconfirmed(): Promise<void> {
    const { credo, threads } = this.#dependencies
    const due = [...this.#unconfirmed].filter(([, at]) => at <= Date.now()).map(([id]) => id)
    for (const id of due) this.#unconfirmed.delete(id)
    await this.#each(Promise.resolve(due), (id) => confirmIssued(credo, threads, id))
  }

  /** A record that can't be read or resumed does not stop the others. */
  async #each<Kind>(
    reading: Promise<Kind[]>,
    goOn: (record: Kind) => Promise<unknown>,
    isDue: (record: Kind) => boolean = () => true,
  ): Promise<void> {
    const noted = (error: unknown) =>
      this.#dependencies.logger.warn('An interrupted exchange could not be resumed', { about: loggableReason(error) })
    try {
      const due = (await reading).filter(isDue)
      await Promise.all(due.map((record) => goOn(record).catch(noted)))
    } catch (error) {
      noted(error)
    }
  }

  #isDue({ id, updatedAt, createdAt }: Dated): boolean {
    const { at, pause } = this.#next.get(id) ?? {
      at: (updatedAt ?? createdAt).getTime() + pauses.first,
      pause: pauses.first,
    }
    if (at > Date.now()) return false
    this.#next.set(id, { at: Date.now() + pause, pause: Math.min(2 * pause, pauses.longest) })
    return true
  }
}
