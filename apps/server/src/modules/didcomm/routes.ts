import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { DidCommAgent } from '@lastmile/agent'
import { limits } from '@lastmile/contracts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { networkOf } from '../../platform/callers/networks.ts'
import type { OpenSockets } from '../../platform/callers/open-sockets.ts'
import { sendCompressed } from '../../platform/http/compressed-text.ts'
import { ApiError, nothingHere } from '../../platform/http/errors.ts'
import { published } from './published-text.ts'

const didcommPath = '/didcomm'
/** By then the messages of a rush are handled. */
const retryAfterSeconds = 5
const immutable = 'public, max-age=31536000, immutable'
const name = z.object({ name: z.string().regex(/^[\w-]{1,128}$/, 'must be a published name') })

/** What wallets reach: the message endpoint, and the public objects that they resolve. Not part of the pages' API. */
export function didcommRoutes(app: FastifyInstance, agent: DidCommAgent): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      [...agent.inbound.contentTypes],
      { parseAs: 'string', bodyLimit: limits.didcommBytes },
      (_request, body, done) => done(null, body),
    )
    scope.route({
      method: 'POST',
      url: didcommPath,
      bodyLimit: limits.didcommBytes,
      schema: { hide: true },
      handler: async (request, reply) => {
        if (typeof request.body !== 'string') {
          throw new ApiError(415, 'not-didcomm', 'This address takes DIDComm messages only.')
        }
        const answer = await agent.inbound.receiveHttp(
          request.body,
          request.headers['content-type'] ?? '',
          networkOf(request.ip),
        )
        if (answer.status === 503) reply.header('retry-after', retryAfterSeconds)
        if (answer.contentType) reply.type(answer.contentType)
        return reply.code(answer.status).send(answer.body)
      },
    })
  })

  app.route({
    method: 'GET',
    url: '/.well-known/did.jsonl',
    schema: { hide: true },
    handler: async (request, reply) => {
      const log = await agent.publicFiles.didLog()
      if (!log) throw nothingHere()
      openToAll(reply, 'no-cache').type('text/jsonl')
      return sendCompressed(request, reply, published(log))
    },
  })

  const routes = app.withTypeProvider<ZodTypeProvider>()
  routes.route({
    method: 'GET',
    url: '/resources/:name',
    schema: { hide: true, params: name },
    handler: async (request, reply) => {
      const resource = await agent.publicFiles.resource(request.params.name)
      if (!resource) throw nothingHere()
      const text = published(resource)
      openToAll(reply, text.grows ? 'no-cache' : immutable).type('application/json')
      return sendCompressed(request, reply, text)
    },
  })
  routes.route({
    method: 'GET',
    url: '/tails/:name',
    schema: { hide: true, params: name },
    handler: async (request, reply) => {
      const file = await agent.publicFiles.tailsFile(request.params.name)
      if (!file) throw nothingHere()
      openToAll(reply, immutable).type('application/octet-stream')
      return reply.sendFile(file, '/', { cacheControl: false })
    },
  })
}

/** Hands web sockets for wallets to the agent. @returns whether the request was one */
export function receiveDidcommUpgrade(
  agent: DidCommAgent,
  openSockets: OpenSockets,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): boolean {
  if (request.url?.split('?')[0] !== didcommPath) return false
  if (!openSockets.hasRoomFor(request)) {
    socket.end('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 60\r\nConnection: close\r\n\r\n')
    return true
  }
  socket.once('close', openSockets.opened(request))
  agent.inbound.receiveUpgrade(request, socket, head, openSockets.networkOf(request))
  return true
}

/** Any wallet on any origin may read what is public. */
function openToAll(reply: FastifyReply, caching: string): FastifyReply {
  return reply.headers({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': caching,
  })
}
