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
import { leadingWords } from '../credo/logger.ts'
import type { AgentLogger } from '../options.ts'
import type { Inbound } from '../port.ts'
import { hasBoundedHeader } from './bounds.ts'
import { type Slots, SlotsFull } from './slots.ts'

const contentTypes = ['application/ssi-agent-wire', 'application/didcomm-envelope-enc'] as const

/** Messages that one socket may have waiting; above it the socket is closed. */
const perSocket = 16

/** Close code for when there is no room (RFC 6455, registered with IANA). */
const tryAgainLater = 1013

/** Sockets are asked for a sign of life this many milliseconds apart, and ended without one. */
const heartbeat = 30_000

/**
 * DIDComm messages coming in over the server's own address (RFC 0025), over http or a socket that also carries the
 * answers (return route, RFC 0092). Only encrypted envelopes are taken, at most `slots` of them are handled at once.
 */
export class MountedInbound implements DidCommInboundTransport, Inbound {
  readonly contentTypes = contentTypes
  readonly #slots: Slots
  readonly #logger: AgentLogger
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: limits.didcommBytes })
  /** How the slot of an envelope is given back. */
  readonly #leaves = new WeakMap<object, () => void>()
  readonly #answering = new WeakSet<WebSocket>()
  #heartbeat: NodeJS.Timeout | undefined
  #context: AgentContext | undefined

  constructor(slots: Slots, logger: AgentLogger) {
    this.#slots = slots
    this.#logger = logger
  }

  async start(context: AgentContext): Promise<void> {
    this.#context = context
    this.#heartbeat = setInterval(() => this.#endSilentSockets(), heartbeat).unref()
  }

  /** Takes no more messages and waits for those under way. */
  async stop(): Promise<void> {
    this.#context = undefined
    clearInterval(this.#heartbeat)
    await this.#slots.drained()
    for (const socket of this.#sockets.clients) socket.terminate()
    this.#sockets.close()
  }

  async receiveHttp(
    body: string,
    contentType: string,
  ): Promise<{ status: number; contentType?: string; body?: string }> {
    const context = this.#context
    if (!context || this.#slots.full) return { status: 503 }
    const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (!(contentTypes as readonly string[]).includes(type)) return { status: 415 }
    const envelope = parseEnvelope(body)
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
      const onHandled = () => {
        if (!session.inboundMessage) answer({ status: 202 })
      }
      const transports = context.dependencyManager.resolve(DidCommTransportService)
      this.#handle(context, envelope, session, onHandled)
        .finally(() => transports.removeSession(session))
        .then((status) => answer({ status }), fail)
    })
  }

  receiveUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const context = this.#context
    if (!context) return void socket.destroy()
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#listen(context, webSocket))
  }

  #listen(context: AgentContext, socket: WebSocket): void {
    const transports = context.dependencyManager.resolve(DidCommTransportService)
    const session: DidCommTransportSession = {
      id: randomUUID(),
      type: 'WebSocket',
      send: async (_context, message) => {
        if (socket.readyState !== WebSocket.OPEN) throw new CredoError('The wallet closed its socket')
        socket.send(Buffer.from(JSON.stringify(message)))
      },
      // The socket stays open for the next message.
      close: async () => {},
    }
    let waiting = 0
    this.#answering.add(socket)
    socket.on('pong', () => this.#answering.add(socket))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => transports.removeSession(session))
    const receive = async (text: string) => {
      const envelope = parseEnvelope(text)
      if (!envelope || waiting >= perSocket) return socket.close(1008)
      waiting++
      const status = await this.#handle(context, envelope, session)
      waiting--
      // Nothing else would tell the wallet that its message was not taken.
      if (status === 503) socket.close(tryAgainLater)
    }
    // One message must never end the process.
    socket.on('message', (data) => void receive(data.toString()).catch(() => socket.terminate()))
  }

  /** A wallet that vanished without a word is told nothing over its old socket; what comes for it then waits for it. */
  #endSilentSockets(): void {
    for (const socket of this.#sockets.clients) {
      if (!this.#answering.delete(socket)) socket.terminate()
      else socket.ping()
    }
  }

  /** To be called when the message in this envelope is handled and only its answer is left to send. */
  handled(envelope: object): void {
    this.#leaves.get(envelope)?.()
  }

  /** Answers the HTTP status that tells the sender what became of the message. */
  async #handle(
    context: AgentContext,
    envelope: Envelope,
    session: DidCommTransportSession,
    onHandled?: () => void,
  ): Promise<number> {
    try {
      await this.#slots.run((leave) => {
        this.#leaves.set(envelope, () => {
          leave()
          onHandled?.()
        })
        return context.dependencyManager.resolve(DidCommMessageReceiver).receiveMessage(envelope, { session })
      })
      return 202
    } catch (error) {
      if (error instanceof SlotsFull) return 503
      this.#logger.warn('A message of a wallet could not be handled', {
        about: leadingWords(error),
      })
      return 400
    }
  }
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
