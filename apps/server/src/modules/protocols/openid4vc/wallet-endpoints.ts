import { EndpointError, type EndpointErrorCode } from '@lastmile/agent/openid4vc'
import { limits } from '@lastmile/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { reportFailure } from '../../../platform/http/errors.ts'
import { openToAll } from '../open-to-all.ts'

const form = 'application/x-www-form-urlencoded'
const hidden = { schema: { hide: true } }

/**
 * Addresses that wallets on any origin call, with JSON or a form. Errors have the form of RFC 6749, 5.2.
 * @param paths of those that are called by POST
 */
export function walletEndpoints(
  app: FastifyInstance,
  paths: readonly string[],
  register: (scope: FastifyInstance, options: typeof hidden) => void,
): void {
  app.register(async (scope) => {
    if (scope.hasContentTypeParser(form)) scope.removeContentTypeParser(form)
    scope.addContentTypeParser(form, { parseAs: 'string', bodyLimit: limits.bodyBytes }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    )
    scope.addHook('onRequest', async (_request, reply) => void openToAll(reply, 'no-store'))
    scope.setErrorHandler(async (error, request, reply) => sendEndpointError(reply, request, error))
    for (const path of paths)
      scope.options(path, hidden, async (_request, reply) =>
        reply
          .headers({
            'access-control-allow-methods': 'GET, POST',
            'access-control-allow-headers': 'Authorization, Content-Type, DPoP',
            'access-control-max-age': '7200',
          })
          .code(204)
          .send(),
      )
    register(scope, hidden)
  })
}

/** @throws EndpointError when the body has another form */
export function parsedBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  code: EndpointErrorCode,
): z.output<Schema> {
  const { success, data } = schema.safeParse(body)
  if (!success) throw new EndpointError(code, 'The request does not have the form that the specification gives it.')
  return data
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
