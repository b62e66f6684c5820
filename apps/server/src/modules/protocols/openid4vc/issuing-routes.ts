import {
  credentialRequest,
  EndpointError,
  endpointPaths,
  type IssuingEndpoints,
  notificationRequest,
  tokenRequest,
} from '@lastmile/agent/openid4vc'
import { limits } from '@lastmile/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { nothingHere, reportFailure } from '../../../platform/http/errors.ts'
import { openToWallets } from './open-to-wallets.ts'

const form = 'application/x-www-form-urlencoded'
const posts = ['token', 'nonce', 'credential', 'notification'] as const

/** What wallets call to receive a credential (OpenID4VCI 1.0). Errors have the form of RFC 6749, 5.2. */
export function issuingRoutes(app: FastifyInstance, issuing: IssuingEndpoints): void {
  app.register(async (scope) => {
    scope.removeContentTypeParser('application/x-www-form-urlencoded')
    scope.addContentTypeParser(form, { parseAs: 'string', bodyLimit: limits.bodyBytes }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    )
    scope.addHook('onRequest', async (_request, reply) => void openToWallets(reply))
    scope.setErrorHandler(async (error, request, reply) => sendEndpointError(reply, request, error))
    for (const name of posts)
      scope.options(endpointPaths[name], { schema: { hide: true } }, async (_request, reply) =>
        reply
          .headers({
            'access-control-allow-methods': 'POST',
            'access-control-allow-headers': 'Authorization, Content-Type, DPoP',
            'access-control-max-age': '7200',
          })
          .code(204)
          .send(),
      )
    const hidden = { schema: { hide: true } }
    scope.get(endpointPaths.issuerMetadata, hidden, () => issuing.issuerMetadata())
    scope.get(endpointPaths.authorizationServerMetadata, hidden, async () => issuing.authorizationServerMetadata())
    scope.get<{ Params: { id: string } }>(`${endpointPaths.offers}/:id`, hidden, async ({ params }) => {
      const offer = await issuing.credentialOffer(params.id)
      if (!offer) throw nothingHere()
      return offer
    })
    scope.post(endpointPaths.token, hidden, ({ body }) => issuing.token(parsed(tokenRequest, body, 'invalid_request')))
    scope.post(endpointPaths.nonce, hidden, async () => issuing.nonce())
    scope.post(endpointPaths.credential, hidden, (request) =>
      issuing.credential(accessTokenOf(request), parsed(credentialRequest, request.body, 'invalid_credential_request')),
    )
    scope.post(endpointPaths.notification, hidden, async (request, reply) => {
      const notification = parsed(notificationRequest, request.body, 'invalid_notification_request')
      await issuing.notify(accessTokenOf(request), notification)
      return reply.code(204).send()
    })
  })
}

/** @throws EndpointError when the body has another form */
function parsed<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  code: 'invalid_request' | 'invalid_credential_request' | 'invalid_notification_request',
): z.output<Schema> {
  const { success, data } = schema.safeParse(body)
  if (!success) throw new EndpointError(code, 'The request does not have the form that the specification gives it.')
  return data
}

/** RFC 6750, 2.1. */
function accessTokenOf({ headers }: FastifyRequest): string {
  const [, token] = /^Bearer ([\w.~+/-]{1,500}=*)$/i.exec(headers.authorization ?? '') ?? []
  if (!token) throw new EndpointError('invalid_token', 'The request needs an access token.')
  return token
}

function sendEndpointError(reply: FastifyReply, request: FastifyRequest, error: unknown): FastifyReply {
  if (error instanceof EndpointError) {
    const { code, message } = error
    if (code === 'invalid_token') reply.code(401).header('www-authenticate', `Bearer error="${code}"`)
    else reply.code(400)
    return reply.send({ error: code, error_description: message })
  }
  const { status, message, retryAfter } = reportFailure(error, request)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  const code = status >= 500 ? 'server_error' : 'invalid_request'
  return reply.code(status).send({ error: code, error_description: message })
}
