import {
  endpointPaths,
  type PresentationAnswer,
  presentationAnswer,
  type RequestUriPost,
  requestUriPost,
  type VerifyingEndpoints,
} from '@lastmile/agent/openid4vc'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { nothingHere } from '../../../platform/http/errors.ts'
import { walletRoute } from './wallet-endpoints.ts'

const requestType = 'application/oauth-authz-req+jwt'

/** Routes of a wallet that answers a request for a proof (OpenID4VP 1.0). */
export function verifyingRoutes(scope: FastifyInstance, verifying: VerifyingEndpoints): void {
  const requests = `${endpointPaths.requests}/:id`
  const answers = `${endpointPaths.answers}/:id`
  const sent = async (id: string, posted?: RequestUriPost) => {
    const request = await verifying.request(id, posted)
    if (!request) throw nothingHere()
    return request
  }
  const noteUnreadable = (request: FastifyRequest) => verifying.unreadable((request.params as { id: string }).id)
  const answer = { [requestType]: z.string() }
  const getRoute = walletRoute({ summary: 'The signed request for a proof', hasId: true, answer })
  scope.get<{ Params: { id: string } }>(requests, getRoute, async ({ params }, reply) =>
    reply.type(requestType).send(await sent(params.id)),
  )
  const postRoute = walletRoute({
    summary: 'The same with a nonce of the wallet in it',
    hasId: true,
    form: requestUriPost,
    noteUnreadable,
    answer,
  })
  scope.post<{ Params: { id: string }; Body: RequestUriPost }>(requests, postRoute, async ({ params, body }, reply) =>
    reply.type(requestType).send(await sent(params.id, body)),
  )
  const answerRoute = walletRoute({
    summary: 'The wallet’s answer, encrypted, or its error',
    hasId: true,
    form: presentationAnswer,
    noteUnreadable,
    answer: { 'application/json': z.object({ redirect_uri: z.string() }) },
  })
  scope.post<{ Params: { id: string }; Body: PresentationAnswer }>(answers, answerRoute, async ({ params, body }) =>
    verifying.answer(params.id, body),
  )
}
