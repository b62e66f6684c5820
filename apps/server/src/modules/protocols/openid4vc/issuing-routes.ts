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

const { token, nonce, credential, notification, offers, issuers, issuerMetadata, authorizationServerMetadata } =
  endpointPaths

/** Routes of a wallet that receives a credential (OpenID4VCI 1.0). */
export function issuingRoutes(app: FastifyInstance, issuing: IssuingEndpoints): void {
  walletEndpoints(app, [token, nonce, credential, notification], (scope, hidden) => {
    // The specification's form, and the one of its drafts (OpenID4VCI 1.0, 12.2.2).
    for (const path of [`${issuerMetadata}${issuers}/:id`, `${issuers}/:id${issuerMetadata}`])
      scope.get<{ Params: { id: string } }>(path, hidden, async ({ params: { id }, headers }, reply) => {
        const isSigned = headers.accept?.includes('application/jwt')
        const metadata = await (isSigned ? issuing.signedIssuerMetadata(id) : issuing.issuerMetadata(id))
        if (!metadata) throw nothingHere()
        return reply
          .header('vary', 'Accept')
          .type(isSigned ? 'application/jwt' : 'application/json')
          .send(metadata)
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
