import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { DidCommAgent } from '@lastmile/agent/didcomm'
import { limits } from '@lastmile/contracts'
import type { FastifyInstance } from 'fastify'
import type { OpenSockets } from '../../../platform/callers/open-sockets.ts'
import { callerOf, refusalSourceOf } from '../../../platform/callers/senders.ts'
import { answerAndClose } from '../../../platform/http/early-answers.ts'
import { ApiError } from '../../../platform/http/errors.ts'

const didcommPath = '/didcomm'
/** Seconds by which the messages of a rush are handled, and by which a sender's refused messages are forgotten. */
const retryAfter: Record<number, number> = { 503: 5, 429: 60 }

/** Where wallets post their messages. Not part of the pages' API. */
export function inboundRoutes(app: FastifyInstance, agent: DidCommAgent, publicUrl: string): void {
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
        const call = { headers: request.headers, address: request.ip }
        const answer = await agent.inbound.receiveHttp(
          request.body,
          request.headers['content-type'] ?? '',
          callerOf(call, publicUrl),
          refusalSourceOf(call, publicUrl),
        )
        const seconds = retryAfter[answer.status]
        if (seconds) reply.header('retry-after', seconds)
        if (answer.contentType) reply.type(answer.contentType)
        return reply.code(answer.status).send(answer.body)
      },
    })
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
  if (!openSockets.allows(request)) {
    answerAndClose(socket, 429, '', 'Retry-After: 60')
    return true
  }
  socket.once('close', openSockets.opened(request))
  openSockets.guard(request, socket, false)
  const source = openSockets.refusalSourceOf(request)
  agent.inbound.receiveUpgrade(request, socket, head, openSockets.callerOf(request), source)
  return true
}
