import { DpopNonceWanted, dpopAlgorithms, EndpointError, type EndpointErrorCode } from '@lastmile/agent/openid4vc'
import { limits } from '@lastmile/contracts'
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { reportFailure } from '../../../platform/http/errors.ts'
import { acceptForms, formType } from '../../../platform/http/forms.ts'
import { openToAll } from '../open-to-all.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The error of a wallet's endpoint for a body of another form. */
    malformed?: EndpointErrorCode
    needsToken?: boolean
    noteUnreadable?: WalletRoute['noteUnreadable']
    /** Media types of the body. */
    takes?: string[]
  }
}

export const json = 'application/json'
export const jwt = 'application/jwt'
const byId = z.object({ id: z.string() })
/** RFC 6749, 5.2. */
const endpointError = z.object({ error: z.string(), error_description: z.string() })

const challenge =
  'No access token, or none that is good, or no proof of its key: WWW-Authenticate names the schemes and the error'

interface WalletRoute {
  summary: string
  /** Read from a form, or from JSON; or, as a text, from a JWE of that. */
  form?: z.ZodType
  json?: z.ZodType
  jwe?: z.ZodType
  /** The error for a body of another form; `invalid_request` by default. */
  malformed?: EndpointErrorCode
  /** Has the exchange's visitor notified of a body that never reaches the handler. May find no exchange. */
  noteUnreadable?: (request: FastifyRequest) => Promise<void>
  /** Whether a wallet shows an access token, and its key where the token is bound to one. */
  needsToken?: boolean
  hasId?: boolean
  /** By content type; null for 204. */
  answer: Record<string, z.ZodType> | null
}

/** The attestation of a wallet is let in, and ignored (draft-ietf-oauth-attestation-based-client-auth). */
const preflight = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers':
    'Authorization, Content-Type, DPoP, OAuth-Client-Attestation, OAuth-Client-Attestation-PoP',
  'access-control-max-age': '7200',
}

/** Options of a route that wallets call, as the API's documentation has it too. */
export function walletRoute({
  summary,
  form: fields,
  json: object,
  jwe,
  malformed = 'invalid_request',
  needsToken = false,
  noteUnreadable,
  hasId,
  answer,
}: WalletRoute) {
  const body = fields ?? object ?? (jwe && z.union([jwe, z.string()]))
  const takes = body && [fields ? formType : json, ...(jwe ? [jwt] : [])]
  const content = Object.entries(answer ?? {}).map(([type, schema]) => [type, { schema }])
  return {
    config: { malformed, needsToken, ...(takes && { takes }), ...(noteUnreadable && { noteUnreadable }) },
    schema: {
      summary,
      tags: ['Wallets by OpenID4VC'],
      ...(takes && { consumes: takes }),
      ...(hasId && { params: byId }),
      ...(body && { body }),
      response: {
        ...(answer ? { 200: { content: Object.fromEntries(content) } } : { 204: z.null() }),
        ...(needsToken && { 401: endpointError.describe(challenge) }),
        '4xx': endpointError,
        '5xx': endpointError,
      },
    },
  }
}

/** Addresses that wallets on any origin call, with JSON or a form. Errors have the form of RFC 6749, 5.2. */
export function walletEndpoints(app: FastifyInstance, register: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    acceptForms(scope)
    scope.addContentTypeParser(jwt, { parseAs: 'string', bodyLimit: limits.bodyBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.addHook('preValidation', async ({ headers, routeOptions }) => {
      const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
      if (routeOptions.config.takes?.includes(type ?? '') === false)
        throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type)
    })
    scope.addHook('onRequest', async (_request, reply) => {
      openToAll(reply, 'no-store').header('access-control-expose-headers', 'WWW-Authenticate, DPoP-Nonce')
    })
    scope.setErrorHandler(async (error, request, reply) => {
      if (isUnreadable(error)) await request.routeOptions.config.noteUnreadable?.(request)
      return sendEndpointError(reply, request, error)
    })
    /** Addresses that browsers may ask about before they call them. */
    const asked = new Set<string>()
    scope.addHook('onRoute', ({ url }) => {
      if (asked.has(url)) return
      asked.add(url)
      scope.options(url, { schema: { hide: true } }, async (_request, reply) =>
        reply.headers(preflight).code(204).send(),
      )
    })
    register(scope)
  })
}

const challenged = new Set<EndpointErrorCode>(['invalid_token', 'invalid_dpop_proof', 'use_dpop_nonce'])

function sendEndpointError(reply: FastifyReply, request: FastifyRequest, failure: unknown): FastifyReply {
  const error = hasZodFastifySchemaValidationErrors(failure) ? malformedIn(request) : failure
  if (error instanceof EndpointError) {
    const { code, message } = error
    if (error instanceof DpopNonceWanted) reply.header('dpop-nonce', error.dpopNonce)
    const isChallenged = challenged.has(code)
    if (isChallenged && request.routeOptions.config.needsToken)
      reply.code(401).header('www-authenticate', challenges(code, request.headers.authorization))
    else reply.code(400)
    return reply.send({ error: code, error_description: message })
  }
  const { status, message } = reportFailure(error, request, reply)
  const code = status >= 500 ? 'server_error' : 'invalid_request'
  return reply.code(status).send({ error: code, error_description: message })
}

/** A body of another media type, length or form. */
const isUnreadable = (error: unknown): boolean =>
  hasZodFastifySchemaValidationErrors(error) ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('FST_ERR_CTP_'))

/** Of several schemes, the one that was tried carries the error (RFC 9449, 7.1 and 7.2). */
function challenges(code: EndpointErrorCode, authorization: string | undefined): string {
  const algorithms = `algs="${dpopAlgorithms.join(' ')}"`
  if (authorization === undefined) return `Bearer, DPoP ${algorithms}`
  return isDpop(authorization) ? `DPoP error="${code}", ${algorithms}` : `Bearer error="${code}", DPoP ${algorithms}`
}

export const isDpop = (authorization: string): boolean => /^DPoP /i.test(authorization)

const malformedIn = ({ routeOptions }: FastifyRequest) =>
  new EndpointError(
    routeOptions.config.malformed ?? 'invalid_request',
    'The request does not have the form that the specification gives it.',
  )
