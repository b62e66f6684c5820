import {
  EndpointError,
  endpointPaths,
  presentationAnswer,
  type RequestUriPost,
  requestUriPost,
  type VerifyingEndpoints,
} from '@lastmile/agent/openid4vc'
import type { FastifyInstance } from 'fastify'
import { nothingHere } from '../../../platform/http/errors.ts'
import { parsedBody, walletEndpoints } from './wallet-endpoints.ts'

const requestType = 'application/oauth-authz-req+jwt'

/** Routes of a wallet that answers a request for a proof (OpenID4VP 1.0). */
export function verifyingRoutes(app: FastifyInstance, verifying: VerifyingEndpoints): void {
  walletEndpoints(app, [`${endpointPaths.requests}/:id`, `${endpointPaths.answers}/:id`], (scope, hidden) => {
    const sent = async (id: string, posted?: RequestUriPost) => {
      const request = await verifying.request(id, posted)
      if (!request) throw nothingHere()
      return request
    }
    scope.get<{ Params: { id: string } }>(`${endpointPaths.requests}/:id`, hidden, async ({ params }, reply) =>
      reply.type(requestType).send(await sent(params.id)),
    )
    scope.post<{ Params: { id: string } }>(`${endpointPaths.requests}/:id`, hidden, async ({ params, body }, reply) => {
      const posted = parsedBody(requestUriPost, body, 'invalid_request')
      return reply.type(requestType).send(await sent(params.id, posted))
    })
    scope.post<{ Params: { id: string } }>(`${endpointPaths.answers}/:id`, hidden, async ({ params, body }) => {
      const answer = parsedBody(presentationAnswer, body, 'invalid_request')
      if (answer.response === undefined && answer.error === undefined)
        throw new EndpointError('invalid_request', 'The answer holds neither a response nor an error.')
      return verifying.answer(params.id, answer)
    })
  })
}
