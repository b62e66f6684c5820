import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type AgentContext, CredoError } from '@credo-ts/core'
import {
  type DidCommInboundTransport,
  DidCommMessageReceiver,
  DidCommTransportService,
  type DidCommTransportSession,
  isValidJweStructure,
} from '@credo-ts/didcomm'
import { limits } from '@lastmile/contracts'
import { WebSocket, WebSocketServer } from 'ws'
import { QueueFull } from '../../core/limits/limiter.ts'
import type { MessageLimiter } from '../../core/limits/message-limiter.ts'
import { loggableReason } from '../../core/loggable-reason.ts'
import type { AgentLogger } from '../../port/options.ts'
import type { HttpAnswer, Inbound } from '../api/didcomm-agent.ts'
import type { FailedReads } from '../store/failed-reads.ts'
import { hasBoundedHeader } from './bounds.ts'
import { AnswerRefused, type Refusals } from './refusals.ts'
import { NotStored } from './waiting-messages.ts'

const contentTypes = ['application/ssi-agent-wire', 'application/didcomm-envelope-enc'] as const

/** Messages that one socket may have waiting; above it the socket is closed. */
const perSocket = 16

/** Bytes that a socket may have unread; more waits where the wallet can fetch it. */
const mostUnread = 4 * 1024 * 1024

/** Milliseconds that the other side of a refused socket has to close it: meanwhile all that it sends is still read. */
const closeTimeout = 2_000

/** Close code for an exhausted quota (RFC 6455, registered with IANA). */
const tryAgainLater = 1013

/** Sockets are asked for a sign of life this many milliseconds apart, and ended without one. */
const heartbeat = 30_000

interface Dependencies {
  limiter: Pick<MessageLimiter, 'begin' | 'leave' | 'drained'>
  refusals: Refusals
  logger: AgentLogger
  /** Whether a failure means that the storage can't take the work now. */
  isAway: (error: unknown) => boolean
  failedReads: FailedReads
}

/**
 * DIDComm messages coming in over the server's own address (RFC 0025), over http or a socket that also carries the
 * answers (return route, RFC 0092). Only encrypted envelopes are taken, within the limiter.
 */
export class MountedInbound implements DidCommInboundTransport, Inbound {
  readonly contentTypes = contentTypes
  readonly #dependencies: Dependencies
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: limits.didcommBytes })
  /** Called when the message in an envelope is handled. */
  readonly #onHandled = new WeakMap<object, () => void>()
  readonly #answering = new WeakSet<WebSocket>()
  #heartbeat: NodeJS.Timeout | undefined
  #context: AgentContext | undefined

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  async start(context: AgentContext): Promise<void> {
    this.#context = context
    this.#heartbeat = setInterval(() => this.#endSilentSockets(), heartbeat).unref()
  }

  /** Takes no more messages and waits for those under way. */
  async stop(): Promise<void> {
    this.#context = undefined
    clearInterval(this.#heartbeat)
    await this.#dependencies.limiter.drained()
    for (const socket of this.#sockets.clients) socket.terminate()
    this.#sockets.close()
  }

  async receiveHttp(body: string, contentType: string, sender: string, source = sender): Promise<HttpAnswer> {
    const context = this.#context
    if (!context) return { status: 503 }
    const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (!(contentTypes as readonly string[]).includes(type)) return { status: 415 }
    if (this.#dependencies.refusals.areTooMany(source)) return { status: 429 }
    const envelope = this.#envelopeIn(body, source)
    if (!envelope) return { status: 400 }

    return new Promise((answer, fail) => {
      const session: DidCommTransportSession = {
        id: randomUUID(),
        type: 'http',
        send: async (_context, message) => {
          transports.removeSession(session)
          answer({ status: 200, contentType: type, body: JSON.stringify(message) })
        },
        // Credo closes the session before it handles a message whose sender wants no answer here. Too early to say that
        // it was taken: a wallet sends nothing twice, so a sudden end in between would lose it.
        close: async () => {},
      }
      this.#onHandled.set(envelope, () => {
        if (!session.inboundMessage) answer({ status: 202 })
      })
      const transports = context.dependencyManager.resolve(DidCommTransportService)
      this.#handle(context, { envelope, sender, source, bytes: body.length }, session)
        .finally(() => transports.removeSession(session))
        .then((status) => answer({ status }), fail)
    })
  }

  receiveUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, sender: string, source = sender): void {
    const context = this.#context
    const refuse = (head: string) => socket.end(`HTTP/1.1 ${head}\r\nConnection: close\r\n\r\n`)
    if (!context) return void refuse('503 Service Unavailable\r\nRetry-After: 5')
    if (this.#dependencies.refusals.areTooMany(source)) return void refuse('429 Too Many Requests\r\nRetry-After: 60')
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#listen(context, webSocket, sender, source))
  }

  #listen(context: AgentContext, socket: WebSocket, sender: string, source: string): void {
    const transports = context.dependencyManager.resolve(DidCommTransportService)
    /** Sessions that can carry more than the answer: per connection, the one of its latest message. */
    const sessions = new Set<DidCommTransportSession>()
    const isKept = ({ id }: DidCommTransportSession) => transports.findSessionById(id) !== undefined
    let waiting = 0
    this.#answering.add(socket)
    socket.on('pong', () => this.#answering.add(socket))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      for (const session of sessions) transports.removeSession(session)
    })
    const receive = async (text: string) => {
      if (socket.readyState !== WebSocket.OPEN) return
      if (this.#dependencies.refusals.areTooMany(source)) return refuse(socket, tryAgainLater)
      const envelope = this.#envelopeIn(text, source)
      if (!envelope || waiting >= perSocket) return refuse(socket, 1008)
      waiting++
      const session = socketSession(socket)
      const status = await this.#handle(context, { envelope, sender, source, bytes: text.length }, session)
      waiting--
      if (session.connectionId && isKept(session) && socket.readyState === WebSocket.OPEN) sessions.add(session)
      else transports.removeSession(session)
      for (const each of sessions) if (!isKept(each)) sessions.delete(each)
      // Nothing else would show the wallet that its message was not taken.
      if (status === 503) refuse(socket, tryAgainLater)
    }
    // One message must never end the process.
    socket.on('message', (data) => void receive(data.toString()).catch(() => socket.terminate()))
  }

  /** A wallet that vanished without a word gets nothing over its old socket; messages for it then wait. */
  #endSilentSockets(): void {
    for (const socket of this.#sockets.clients) {
      if (!this.#answering.delete(socket)) socket.terminate()
      else socket.ping()
    }
  }

  /** Wallets come back over another socket, ask what waits, and are then sent all that is open. */
  askToComeBack(): void {
    for (const socket of this.#sockets.clients) socket.close(tryAgainLater)
  }

  /** To be called when the message in this envelope is handled and only its answer is left to send. */
  handled(envelope: object): void {
    this.#dependencies.limiter.leave(envelope)
    this.#onHandled.get(envelope)?.()
  }

  #envelopeIn(body: string, source: string): Envelope | undefined {
    const envelope = parseEnvelope(body)
    if (!envelope) this.#dependencies.refusals.note(source)
    return envelope
  }

  /** @returns the HTTP status for the sender */
  async #handle(
    context: AgentContext,
    { envelope, sender, source, bytes }: { envelope: Envelope; sender: string; source: string; bytes: number },
    session: DidCommTransportSession,
  ): Promise<number> {
    const { failedReads, isAway } = this.#dependencies
    const failedBefore = failedReads.last
    let isBegun = false
    try {
      await this.#dependencies.limiter.begin(envelope, sender, bytes, () => {
        isBegun = true
        return context.dependencyManager.resolve(DidCommMessageReceiver).receiveMessage(envelope, { session })
      })
      return 202
    } catch (error) {
      const errors = errorsIn(error)
      const isOurs =
        failedReads.last !== failedBefore || errors.some((each) => isAway(each) || each instanceof NotStored)
      const isFull = error instanceof QueueFull
      const isCounted = isFull || (error instanceof CredoError && !errors.some((each) => each instanceof AnswerRefused))
      if (isBegun && !isOurs && isCounted) this.#dependencies.refusals.note(source)
      if (isFull) return 503
      this.#dependencies.logger.warn('A message of a wallet could not be handled', { about: loggableReason(error) })
      // Steps that were stored before go on by themselves, and do not happen twice when the message comes again.
      return isOurs ? 503 : 400
    }
  }
}

/** An error, what caused it, and what Credo has in place of its message. */
function errorsIn(error: unknown, depth = 3): unknown[] {
  if (!(error instanceof Error) || depth === 0) return []
  return [error, ...errorsIn(error.cause, depth - 1), ...errorsIn(error.message, depth - 1)]
}

/** One for each message: it holds the keys that the answer is packed with, and several wallets may share a socket. */
const socketSession = (socket: WebSocket): DidCommTransportSession => ({
  id: randomUUID(),
  type: 'WebSocket',
  send: async (_context, message) => {
    if (socket.readyState !== WebSocket.OPEN || socket.bufferedAmount > mostUnread)
      throw new CredoError('The wallet does not read its socket')
    socket.send(Buffer.from(JSON.stringify(message)))
  },
  // The socket stays open for the next message.
  close: async () => {},
})

function refuse(socket: WebSocket, code: number): void {
  socket.close(code)
  setTimeout(() => socket.terminate(), closeTimeout).unref()
}

type Envelope = Parameters<typeof isValidJweStructure>[0] & object

/** Credo would also take plain messages, which anyone could send in anyone's name. */
function parseEnvelope(body: string): Envelope | undefined {
  try {
    const parsed: unknown = JSON.parse(body)
    return isValidJweStructure(parsed) && hasBoundedHeader(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}
