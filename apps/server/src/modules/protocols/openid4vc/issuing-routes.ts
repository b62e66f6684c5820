import {
  type Authorization,
  credentialRequest,
  EndpointError,
  endpointPaths,
  type IssuingEndpoints,
  notificationRequest,
  tokenRequest,
} from '@lastmile/agent/openid4vc'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { nothingHere } from '../../../platform/http/errors.ts'
import { parsedBody, walletEndpoints } from './wallet-endpoints.ts'

const { token, nonce, credential, notification, offers, issuerMetadata, authorizationServerMetadata } = endpointPaths

/** Routes of a wallet that receives a credential (OpenID4VCI 1.0). */
export function issuingRoutes(app: FastifyInstance, issuing: IssuingEndpoints): void {
  walletEndpoints(app, [token, nonce, credential, notification], (scope, hidden) => {
    scope.get(issuerMetadata, hidden, async (request, reply) => {
      reply.header('vary', 'Accept')
      if (!request.headers.accept?.includes('application/jwt')) return issuing.issuerMetadata()
      return reply.type('application/jwt').send(await issuing.signedIssuerMetadata())
    })
    scope.get(authorizationServerMetadata, hidden, async () => issuing.authorizationServerMetadata())
    scope.get<{ Params: { id: string } }>(`${offers}/:id`, hidden, async ({ params }) => {
      const offer = await issuing.credentialOffer(params.id)
      if (!offer) throw nothingHere()
      return offer
    })
    scope.post(token, hidden, (request) =>
      issuing.token(parsedBody(tokenRequest, request.body, 'invalid_request'), dpopOf(request)),
    )
    scope.post(nonce, hidden, async () => issuing.nonce())
    scope.post(credential, hidden, async (request, reply) => {
      const wanted = parsedBody(credentialRequest, request.body, 'invalid_credential_request')
      const answer = await issuing.credential(authorizationOf(request), wanted)
      return typeof answer === 'string' ? reply.type('application/jwt').send(answer) : answer
    })
    scope.post(notification, hidden, async (request, reply) => {
      const said = parsedBody(notificationRequest, request.body, 'invalid_notification_request')
      await issuing.notify(authorizationOf(request), said)
      return reply.code(204).send()
    })
  })
}

/** RFC 6750, 2.1; RFC 9449, 7.1. */
function authorizationOf(request: FastifyRequest): Authorization {
  const [, accessToken] = /^(?:Bearer|DPoP) ([\w.~+/-]{1,500}=*)$/i.exec(request.headers.authorization ?? '') ?? []
  if (!accessToken) throw new EndpointError('invalid_token', 'The request needs an access token.')
  return { accessToken, dpop: dpopOf(request) }
}

function dpopOf({ headers }: FastifyRequest): string | undefined {
  const { dpop } = headers
  return typeof dpop === 'string' ? dpop : undefined
}
