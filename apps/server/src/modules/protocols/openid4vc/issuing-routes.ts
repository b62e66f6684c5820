import {
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

/** What wallets call to receive a credential (OpenID4VCI 1.0). */
export function issuingRoutes(app: FastifyInstance, issuing: IssuingEndpoints): void {
  walletEndpoints(app, [token, nonce, credential, notification], (scope, hidden) => {
    scope.get(issuerMetadata, hidden, () => issuing.issuerMetadata())
    scope.get(authorizationServerMetadata, hidden, async () => issuing.authorizationServerMetadata())
    scope.get<{ Params: { id: string } }>(`${offers}/:id`, hidden, async ({ params }) => {
      const offer = await issuing.credentialOffer(params.id)
      if (!offer) throw nothingHere()
      return offer
    })
    scope.post(token, hidden, ({ body }) => issuing.token(parsedBody(tokenRequest, body, 'invalid_request')))
    scope.post(nonce, hidden, async () => issuing.nonce())
    scope.post(credential, hidden, (request) =>
      issuing.credential(
        accessTokenOf(request),
        parsedBody(credentialRequest, request.body, 'invalid_credential_request'),
      ),
    )
    scope.post(notification, hidden, async (request, reply) => {
      const said = parsedBody(notificationRequest, request.body, 'invalid_notification_request')
      await issuing.notify(accessTokenOf(request), said)
      return reply.code(204).send()
    })
  })
}

/** RFC 6750, 2.1. */
function accessTokenOf({ headers }: FastifyRequest): string {
  const [, accessToken] = /^Bearer ([\w.~+/-]{1,500}=*)$/i.exec(headers.authorization ?? '') ?? []
  if (!accessToken) throw new EndpointError('invalid_token', 'The request needs an access token.')
  return accessToken
}
