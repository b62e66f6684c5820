import { randomUUID } from 'node:crypto'
import {
  DidCommConnectionRecord,
  DidCommCredentialEventTypes,
  type DidCommCredentialStateChangedEvent,
  DidCommEventTypes,
  type DidCommMessage,
  type DidCommMessageSentEvent,
  DidCommProofEventTypes,
  type DidCommProofStateChangedEvent,
  OutboundMessageSendStatus,
} from '@credo-ts/didcomm'
import { type ProtocolMessageKind, protocolMessageKind, unknownMessageType } from '@lastmile/contracts'
import { LRUCache } from 'lru-cache'
import type { RecordedMessage } from '../../port/exchanges.ts'
import type { AgentLogger } from '../../port/options.ts'
import { connectionStates, credentialStates, proofStates } from '../api/states.ts'
import type { CredoAgent } from '../credo/credo-agent.ts'
import type { Connections } from '../exchanges/didcomm-connections.ts'
import { messageAt, requestsIn } from '../exchanges/invitation-content.ts'
import { addHandlerMiddleware } from '../protocols/handler-middleware.ts'
import { isIdentifier } from './didcomm-content.ts'
import { namesIn, redacted } from './redact.ts'

type State = RecordedMessage['state']
type Listener = (message: RecordedMessage) => void

/** Above it messages are not emitted: exchanges matter more, and what waits holds memory. */
const mostWaiting = 500

/** The states that a handshake reaches with its own messages. */
const handshakeStates: Partial<Record<ProtocolMessageKind, State>> = {
  'didexchange/request': 'request',
  'didexchange/response': 'response',
  'didexchange/complete': 'active',
  'connections/request': 'request',
  'connections/response': 'response',
  'revocation_notification/revoke': 'credential_revoked',
}

/** Every message that names no thread begins one (RFC 0008). */
function threadIdOf(message: Record<string, unknown>): string {
  const { thid } = (message['~thread'] ?? {}) as { thid?: string }
  return thid ?? String(message['@id'])
}

/**
 * Emits every message that passes between us and a wallet, redacted before anything else sees it. It works beside the
 * exchanges: nothing waits for it, and its failures harm no exchange.
 */
export class MessageRecorder {
  readonly #connections: Connections
  readonly #logger: AgentLogger
  readonly #listeners = new Set<Listener>()
  /** By thread, because messages name nothing else of an exchange. */
  readonly #states = new LRUCache<string, NonNullable<State>>({ max: 10_000 })
  readonly #proofs = new LRUCache<string, string>({ max: 10_000 })
  readonly #names = new LRUCache<string, Set<string>>({ max: 2_000 })

  constructor(connections: Connections, logger: AgentLogger) {
    this.#connections = connections
    this.#logger = logger
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** To be called after everything else that takes part in handling messages is set up. */
  watch(credo: CredoAgent): void {
    credo.events.on<DidCommCredentialStateChangedEvent>(
      DidCommCredentialEventTypes.DidCommCredentialStateChanged,
      ({ payload: { credentialExchangeRecord: record } }) =>
        this.#reached(record.threadId, credentialStates[record.state]),
    )
    credo.events.on<DidCommProofStateChangedEvent>(
      DidCommProofEventTypes.ProofStateChanged,
      ({ payload: { proofRecord: record } }) => {
        this.#reached(record.threadId, proofStates[record.state])
        if (!record.connectionId) this.#proofs.set(record.threadId, record.id)
      },
    )
    credo.events.on<DidCommMessageSentEvent>(
      DidCommEventTypes.DidCommMessageSent,
      ({ payload: { message: outbound, status } }) => {
        if (status === OutboundMessageSendStatus.Undeliverable) return
        this.#note('sent', outbound.message, outbound.connection)
      },
    )
    addHandlerMiddleware(credo, async (context, next) => {
      try {
        await next()
      } finally {
        // A handshake has its connection only now, and its answer knows it.
        const connection = context.connection ?? context.responseMessage?.connection
        this.#note('received', context.message, connection)
      }
    })
  }

  /** An invitation goes to the wallet on another way than all other messages. */
  invited(invitationUrl: string, about: { connectionId: string } | { proofId: string }): void {
    this.#later(async () => {
      const message = JSON.parse(messageAt(invitationUrl)) as Record<string, unknown>
      for (const request of requestsIn(message)) this.#names.set(threadIdOf(request), namesIn(request))
      this.#emit('sent', message, about, 'connectionId' in about ? 'invited' : 'request_sent')
    })
  }

  #reached(threadId: string, state: State | undefined): void {
    if (state) this.#states.set(threadId, state)
  }

  #note(
    direction: RecordedMessage['direction'],
    message: DidCommMessage,
    connection: DidCommConnectionRecord | undefined,
  ): void {
    const { threadId } = message
    const kind = protocolMessageKind(message.type)
    const ofConnection = connection && connectionStates[connection.state]
    const state = (kind && handshakeStates[kind]) ?? this.#states.get(threadId) ?? ofConnection ?? null
    const proofId = this.#proofs.get(threadId)
    const credoId = connection instanceof DidCommConnectionRecord ? connection.id : undefined
    this.#later(async () => {
      const connectionId = credoId && (await this.#connections.publicId(credoId))
      if (connectionId) this.#emit(direction, message.toJSON(), { connectionId }, state)
      else if (proofId) this.#emit(direction, message.toJSON(), { proofId }, state)
    })
  }

  #emit(
    direction: RecordedMessage['direction'],
    message: Record<string, unknown>,
    about: { connectionId: string } | { proofId: string },
    state: State,
  ): void {
    const own = direction === 'sent'
    const threadId = threadIdOf(message)
    // Our threads have random ids; a wallet could name one of its own as long as a whole message.
    if (own && isIdentifier(threadId) && !this.#names.has(threadId)) this.#names.set(threadId, namesIn(message))
    const shown = redacted(message, { own, names: this.#names.get(threadId) ?? new Set() })
    const thread = (shown['~thread'] ?? {}) as { thid?: string }
    const type = String(message['@type'])
    const recorded: RecordedMessage = {
      ...about,
      id: randomUUID(),
      at: new Date().toISOString(),
      direction,
      type: protocolMessageKind(type) ? type : unknownMessageType,
      threadId: thread.thid ?? String(shown['@id']),
      state,
      message: shown,
    }
    for (const listener of this.#listeners) listener(recorded)
  }

  /** Runs work in the order of the calls, after the wallet's answer is sent. */
  #later(work: () => Promise<void>): void {
    if (this.#listeners.size === 0 || this.#waiting >= mostWaiting) return
    this.#waiting++
    this.#tail = this.#tail
      .then(() => new Promise((resolve) => setImmediate(resolve)))
      .then(work)
      .catch((error: Error) => this.#logger.warn('A protocol message could not be recorded', { error: error.name }))
      .finally(() => {
        this.#waiting--
      })
  }
  #waiting = 0
  #tail: Promise<void> = Promise.resolve()

  /** Resolves when everything seen so far is emitted. */
  async whenIdle(): Promise<void> {
    await this.#tail
  }
}
