import {
  type Authorization,
  type CredentialRequest,
  credentialRequest,
  credentialResponse,
  EndpointError,
  endpointPaths,
  type IssuingEndpoints,
  type NotificationRequest,
  notificationRequest,
  type TokenRequest,
  tokenRequest,
  tokenResponse,
} from '@lastmile/agent/openid4vc'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { nothingHere } from '../../../platform/http/errors.ts'
import { isDpop, json, jwt, walletRoute } from './wallet-endpoints.ts'

const { token, nonce, credential, notification, offers, issuers, issuerMetadata, authorizationServerMetadata } =
  endpointPaths

const object = z.looseObject({})
/** A token request of any other form. */
const withCode = z.object({ 'pre-authorized_code': z.string().max(500) })

/** Routes of a wallet that receives a credential (OpenID4VCI 1.0). */
export function issuingRoutes(scope: FastifyInstance, issuing: IssuingEndpoints): void {
  const metadataRoute = walletRoute({
    summary: 'Issuer metadata of a kind of credential, signed for who accepts application/jwt',
    hasId: true,
    answer: { [json]: object, [jwt]: z.string() },
  })
  // The specification's form, and the one of its drafts (OpenID4VCI 1.0, 12.2.2).
  for (const path of [`${issuerMetadata}${issuers}/:id`, `${issuers}/:id${issuerMetadata}`])
    scope.get<{ Params: { id: string } }>(path, metadataRoute, async ({ params: { id }, headers }, reply) => {
      const isSigned = prefersJwt(headers.accept)
      const metadata = await (isSigned ? issuing.signedIssuerMetadata(id) : issuing.issuerMetadata(id))
      if (!metadata) throw nothingHere()
      return reply
        .header('vary', 'Accept')
        .type(isSigned ? jwt : json)
        .send(metadata)
    })
  const serverRoute = walletRoute({ summary: 'Authorization server metadata', answer: { [json]: object } })
  scope.get(authorizationServerMetadata, serverRoute, async () => issuing.authorizationServerMetadata())
  const offerRoute = walletRoute({
    summary: 'An open offer, for another device',
    hasId: true,
    answer: { [json]: object },
  })
  scope.get<{ Params: { id: string } }>(`${offers}/:id`, offerRoute, async ({ params }) => {
    const offer = await issuing.credentialOffer(params.id)
    if (!offer) throw nothingHere()
    return offer
  })
  const noteUnreadable = ({ body, headers: { authorization = '' } }: FastifyRequest) => {
    const { 'pre-authorized_code': code } = withCode.safeParse(body).data ?? {}
    const accessToken = accessTokenIn(authorization)
    return issuing.unreadable({ ...(code && { code }), ...(accessToken && { accessToken }) })
  }
  const tokenRoute = walletRoute({
    noteUnreadable,
    summary:
      'A token for a pre-authorized code or a refresh token, bound to the key of a DPoP proof where there is one',
    form: tokenRequest,
    answer: { [json]: tokenResponse },
  })
  scope.post<{ Body: TokenRequest }>(token, tokenRoute, (request) => issuing.token(request.body, dpopOf(request)))
  const nonceRoute = walletRoute({
    summary: 'A nonce for proofs of possession',
    answer: { [json]: z.object({ c_nonce: z.string() }) },
  })
  scope.post(nonce, nonceRoute, async () => issuing.nonce())
  const credentialRoute = walletRoute({
    summary: 'A credential for each proved key, encrypted on demand; needs an access token',
    jwe: credentialRequest,
    noteUnreadable,
    malformed: 'invalid_credential_request',
    needsToken: true,
    answer: { [json]: credentialResponse, [jwt]: z.string() },
  })
  scope.post<{ Body: CredentialRequest | string }>(credential, credentialRoute, async (request, reply) => {
    const answer = await issuing.credential(authorizationOf(request), request.body)
    return reply.type(typeof answer === 'string' ? jwt : json).send(answer)
  })
  const notificationRoute = walletRoute({
    summary: 'What became of a credential in the wallet; needs its access token',
    json: notificationRequest,
    malformed: 'invalid_notification_request',
    needsToken: true,
    answer: null,
  })
  scope.post<{ Body: NotificationRequest }>(notification, notificationRoute, async (request, reply) => {
    await issuing.notify(authorizationOf(request), request.body)
    return reply.code(204).send()
  })
}

/** Whether a JWT is wanted as much as JSON, or more (RFC 9110, 12.5.1). */
function prefersJwt(accept = ''): boolean {
  const weights = accept.split(',').map((range): [string, number] => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    return [type, weight === undefined ? 1 : Number(weight.slice(2))]
  })
  const weightOf = (wanted: string) => weights.find(([type]) => type === wanted)?.[1] ?? 0
  return weightOf(jwt) > 0 && weightOf(jwt) >= weightOf(json)
}

/** RFC 6750, 2.1; RFC 9449, 7.1. */
function authorizationOf(request: FastifyRequest): Authorization {
  const { authorization = '' } = request.headers
  const accessToken = accessTokenIn(authorization)
  if (!accessToken) throw new EndpointError('invalid_token', 'The request needs an access token.')
  return { scheme: isDpop(authorization) ? 'DPoP' : 'Bearer', accessToken, dpop: dpopOf(request) }
}

const accessTokenIn = (authorization: string): string | undefined =>
  /^(?:Bearer|DPoP) ([\w.~+/-]{1,500}=*)$/i.exec(authorization)?.[1]

function dpopOf({ headers }: FastifyRequest): string | undefined {
  const { dpop } = headers
  return typeof dpop === 'string' ? dpop : undefined
}
