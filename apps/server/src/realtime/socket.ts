import type { Server as HttpServer } from 'node:http'
import {
  type ProtocolMessageNews,
  type SocketMessage,
  type SubscribeAnswer,
  socketPath,
  subscription,
} from '@lastmile/contracts'
import type { Logger } from 'pino'
import { Server, type Socket } from 'socket.io'
import { ApiError, notFound, ourFault, toApiError } from '../platform/errors.ts'
import type { EventPublisher } from '../platform/event-publisher.ts'
import type { OpenSockets } from '../platform/open-sockets.ts'
import { isOwnOrigin } from '../platform/origin.ts'
import { visitorOf } from '../platform/visitor.ts'
import { socketMessageOf } from './messages.ts'
import { roomsOf, type Subscriptions, subjectOf } from './subscriptions.ts'

/** Enough for every tab's connection and proofs; more is not a person. */
const roomsPerSocket = 50
const subscribesPerMinute = 60

interface ServerEvents {
  message: (message: SocketMessage | ProtocolMessageNews) => void
}
interface ClientEvents {
  subscribe: (request: unknown, answer?: unknown) => void
}
interface SocketData {
  visitor: string | undefined
}
export type RealtimeServer = Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>

interface RealtimeOptions {
  publicUrl: string
  events: EventPublisher
  subscriptions: Subscriptions
  logger: Logger
  /** Whether the server takes calls. */
  isReady: () => boolean
  openSockets: OpenSockets
}

/**
 * The real-time socket (specification, section 7): web socket with polling as fallback, on the site's own address. The
 * client emits `subscribe`; the server emits `message` for the present state and then for every change.
 */
export function createRealtime(http: HttpServer, options: RealtimeOptions): RealtimeServer {
  const io: RealtimeServer = new Server(http, {
    path: socketPath,
    serveClient: false,
    maxHttpBufferSize: 10_000,
    // Other sockets on this server are none of its business.
    destroyUpgrade: false,
    allowRequest: (request, decide) => {
      const { origin } = request.headers
      const own = origin === undefined || isOwnOrigin(origin, options.publicUrl)
      // A page that is let in too early would take the refusal of its subscription for an answer, and hear nothing more.
      // Its socket tries again by itself when it is not let in.
      decide(null, own && options.isReady() && options.openSockets.hasRoomFor(request))
    },
  })
  io.engine.on('connection', (connection) => {
    connection.once('close', options.openSockets.opened(connection.request))
  })
  io.on('connection', (socket) => {
    socket.data.visitor = visitorOf(socket.request.headers.cookie, options.publicUrl)
    let recent = 0
    const forget = setInterval(() => {
      recent = 0
    }, 60_000)
    socket.on('disconnect', () => clearInterval(forget))
    socket.on('subscribe', async (request: unknown, answer?: unknown) => {
      const acknowledge = (result: SubscribeAnswer) => {
        if (typeof answer === 'function') answer(result)
      }
      try {
        if (++recent > subscribesPerMinute || socket.rooms.size > roomsPerSocket) {
          throw new ApiError(429, 'too-many-subscriptions', 'This page listens to too much. Please reload it.', 60)
        }
        await subscribe(socket, request, options)
        acknowledge({ ok: true })
      } catch (error) {
        const known = toApiError(error)
        if (!known) options.logger.error({ err: error }, 'A subscription failed')
        const { code, message } = known ?? ourFault()
        acknowledge({ ok: false, error: { code, message } })
      }
    })
  })
  options.events.subscribe((event) => {
    io.to(roomsOf(event)).emit('message', socketMessageOf(event))
  })
  return io
}

type ClientSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketData>

async function subscribe(
  socket: ClientSocket,
  request: unknown,
  { subscriptions, events }: RealtimeOptions,
): Promise<void> {
  const parsed = subscription.safeParse(request)
  if (!parsed.success) {
    throw new ApiError(400, 'subscription-not-valid', 'Subscribe with a connectionId or a proofId.')
  }
  if (!socket.data.visitor) throw notFound('connection')
  const { room, replay } = await subscriptions.open(socket.data.visitor, parsed.data)
  // In the room first, so that nothing is missed. What changes while the present state is read has been told by then,
  // and the state that was read before it would come too late.
  const joined = socket.join(room)
  const told = new Set<string>()
  const stopWatching = events.subscribe((event) => told.add(subjectOf(event)))
  try {
    await joined
    for (const event of await replay()) {
      if (!told.has(subjectOf(event))) socket.emit('message', socketMessageOf(event))
    }
  } finally {
    stopWatching()
  }
}
