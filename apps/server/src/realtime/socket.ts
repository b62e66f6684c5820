import type { Server as HttpServer } from 'node:http'
import {
  type ProtocolMessageNews,
  type QueueNews,
  type SocketMessage,
  type SubscribeAnswer,
  type Subscription,
  socketPath,
  subscription,
} from '@lastmile/contracts'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { Server, type Socket } from 'socket.io'
import type { OpenSockets } from '../platform/callers/open-sockets.ts'
import { isOwnOrigin } from '../platform/callers/origin.ts'
import { visitorOf } from '../platform/callers/visitor.ts'
import { ApiError, notFound, ourFault, toApiError } from '../platform/http/errors.ts'
import { plainHeaders } from '../platform/http/security-headers.ts'
import type { DomainEvent, EventPublisher } from '../platform/process/event-publisher.ts'
import { socketEventOf } from './socket-event.ts'
import { type OpenedSubscription, roomsOf } from './subscriptions.ts'

/** Enough for every tab's connection and proofs; more is not a person. */
const roomsPerSocket = 50
/** Tabs of one visitor, with dead ones that are not yet noticed. Each gets all events of a room. */
const socketsPerRoom = 20
/** Packets that may wait for a page to read them. */
const mostUnread = 1_000
/** The most packets of one page in a minute, over a web socket or by polling: subscriptions, pings, anything else. */
const packetsPerMinute = 120
/** A refused subscription costs a caller as much as so many others, and ten entries as much as one. */
const costOfRefusal = 10
const costOfEntry = 0.1
/** Entries whose delivered version a socket caches; a visit has about a dozen. */
const mostCached = 1_000

interface ServerEvents {
  message: (message: SocketMessage | ProtocolMessageNews | QueueNews) => void
}
interface ClientEvents {
  subscribe: (request: unknown, answer?: unknown) => void
}
interface SocketData {
  visitor: string | undefined
  /** The last version of each entry that was sent to the page. */
  delivered: LRUCache<string, number>
}
export type RealtimeServer = Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>

interface RealtimeOptions {
  publicUrl: string
  events: EventPublisher
  /** @throws ApiError 404 when it is not the visitor's */
  openSubscription: (visitor: string, subscription: Subscription) => Promise<OpenedSubscription>
  logger: Logger
  /** Whether the server takes calls. */
  isReady: () => boolean
  openSockets: OpenSockets
}

/**
 * The real-time socket (docs/product.md, section 7): web socket with polling as fallback, on the site's own address.
 * Clients emit `subscribe`; the server emits `message` for the present state, then for every change.
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
      // A page let in too early would take the refusal of its subscription as final. A socket that is refused tries
      // again.
      decide(null, own && options.isReady() && options.openSockets.allows(request))
    },
  })
  http.prependListener('upgrade', (request, socket) => {
    if (request.url?.startsWith(socketPath)) options.openSockets.guard(request, socket, true)
  })
  const headers = Object.entries(plainHeaders(options.publicUrl))
  // Before the engine answers, which it does by itself.
  http.prependListener('request', (request, response) => {
    if (!request.url?.startsWith(socketPath)) return
    for (const [name, value] of headers) response.setHeader(name, value)
    options.openSockets.weigh(request, response)
  })
  io.engine.on('connection', (connection) => {
    connection.once('close', options.openSockets.opened(connection.request))
    let unread = 0
    connection.on('flush', () => {
      unread = 0
    })
    connection.on('packetCreate', () => {
      if (++unread > mostUnread) connection.close(true)
    })
    let packets = 0
    const forget = setInterval(() => {
      packets = 0
    }, 60_000)
    connection.once('close', () => clearInterval(forget))
    connection.on('packet', ({ data }: { data?: unknown }) => {
      // Nothing here is binary, and nothing would weigh what waits for the rest of it.
      if (++packets <= packetsPerMinute && !Buffer.isBuffer(data)) return
      options.openSockets.count(connection.request, costOfRefusal)
      connection.close(true)
    })
  })
  io.on('connection', (socket) => {
    socket.data.visitor = visitorOf(socket.request.headers.cookie, options.publicUrl)
    // By size, which takes memory only for what is there.
    socket.data.delivered = new LRUCache({ maxSize: mostCached, sizeCalculation: () => 1 })
    socket.on('subscribe', async (request: unknown, answer?: unknown) => {
      if (!options.openSockets.count(socket.request, 1)) return socket.disconnect(true)
      const acknowledge = (result: SubscribeAnswer) => {
        if (typeof answer === 'function') answer(result)
      }
      try {
        if (socket.rooms.size > roomsPerSocket) throw tooMuch('This page listens to too much. Please reload it.')
        const replayed = await subscribe(socket, request, options)
        options.openSockets.count(socket.request, replayed * costOfEntry)
        acknowledge({ ok: true })
      } catch (error) {
        const known = toApiError(error)
        if (known && known.status < 500) options.openSockets.count(socket.request, costOfRefusal)
        if (!known) options.logger.error({ err: error }, 'A subscription failed')
        const { code, message } = known ?? ourFault()
        acknowledge({ ok: false, error: { code, message } })
      }
    })
  })
  options.events.subscribe((event) => {
    const { rooms } = io.of('/').adapter
    for (const id of roomsOf(event).flatMap((room) => [...(rooms.get(room) ?? [])])) {
      const socket = io.of('/').sockets.get(id)
      if (socket) deliver(socket, event)
    }
  })
  return io
}

const tooMuch = (message: string) => new ApiError(429, 'too-many-subscriptions', message, 60)

type ClientSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketData>

/** A page gets each version of an entry once, and never an older one after a newer. */
function deliver(socket: ClientSocket, event: DomainEvent): void {
  if (event.type === 'entry') {
    const { id, version } = event.entry
    if ((socket.data.delivered.get(id) ?? 0) >= version) return
    socket.data.delivered.set(id, version)
  }
  socket.emit('message', socketEventOf(event))
}

/** @returns how many entries it was sent */
async function subscribe(
  socket: ClientSocket,
  request: unknown,
  { openSubscription }: Pick<RealtimeOptions, 'openSubscription'>,
): Promise<number> {
  const parsed = subscription.safeParse(request)
  if (!parsed.success) {
    throw new ApiError(400, 'subscription-not-valid', 'Subscribe with a connectionId, a credentialId or a proofId.')
  }
  if (!socket.data.visitor) throw notFound('connection')
  const { room, replay } = await openSubscription(socket.data.visitor, parsed.data)
  const { delivered } = socket.data
  const before = new Map(delivered.entries())
  if ((socket.nsp.adapter.rooms.get(room)?.size ?? 0) >= socketsPerRoom && !socket.rooms.has(room))
    throw tooMuch('This is open in too many tabs. Please close some of them.')
  // In the room first, so that nothing is missed while the present state is read.
  await socket.join(room)
  const entries = await replay()
  for (const entry of entries) {
    // A page that subscribes again gets the state again, except what came meanwhile.
    if (before.get(entry.id) === delivered.get(entry.id)) delivered.delete(entry.id)
    deliver(socket, { type: 'entry', entry })
  }
  return entries.length
}
