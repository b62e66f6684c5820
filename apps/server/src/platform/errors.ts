import { AgentError, type AgentErrorCode } from '@lastmile/agent'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, type ZodFastifySchemaValidationError } from 'fastify-type-provider-zod'
import { isDatabaseUnavailable } from './database.ts'

/** A failure with an answer for the visitor: the message is a plain sentence, without ids, values or paths. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  /** Seconds after which the same call may succeed. */
  readonly retryAfter: number | undefined
  constructor(status: number, code: string, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

export const notFound = (what: string) =>
  new ApiError(404, 'not-found', `There is no such ${what}. It may have been removed, or belong to another browser.`)

export const busy = (message: string, retryAfter = 5) => new ApiError(503, 'busy', message, retryAfter)

const agentStatus: Record<AgentErrorCode, number> = {
  'not-found': 404,
  'not-connected': 409,
  invalid: 400,
  busy: 503,
  unavailable: 503,
}

/** Errors of the HTTP layer itself that need words of ours; the rest of its 4xx become `invalid`. */
const transportErrors: Record<number, { code: string; message: string }> = {
  404: { code: 'not-found', message: 'There is nothing at this address.' },
  405: { code: 'method-not-allowed', message: 'This address does not take that kind of call.' },
  408: { code: 'timeout', message: 'The call took too long to arrive. Please try again.' },
  413: { code: 'too-large', message: 'What was sent is too large for this address.' },
  415: { code: 'unsupported-media-type', message: 'Send JSON, with the content type application/json.' },
  431: { code: 'headers-too-large', message: "The call's headers are too large." },
}

/** Turns any failure into the error to answer with; undefined when it is a fault of ours. */
export function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (error instanceof AgentError) {
    const status = agentStatus[error.code]
    return new ApiError(status, error.code, error.message, status === 503 ? 5 : undefined)
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    return new ApiError(400, 'invalid', describeInvalid(error.validation[0], error.validationContext))
  }
  if (isDatabaseUnavailable(error)) {
    return busy('The server cannot store anything right now. Please try again in a moment.')
  }
  const status = (error as Partial<FastifyError> | null)?.statusCode
  if (status && status >= 400 && status < 500) {
    const words = transportErrors[status] ?? { code: 'invalid', message: 'The call is not valid JSON or not complete.' }
    return new ApiError(status, words.code, words.message)
  }
  return undefined
}

export async function sendError(reply: FastifyReply, error: ApiError): Promise<FastifyReply> {
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send({ error: { code: error.code, message: error.message } })
}

/** Answers every failure in the one error form. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => sendError(reply, reportFailure(error, request)))
}

/** The error to answer with. Faults of ours are logged and never described to the visitor. */
export function reportFailure(error: unknown, request: FastifyRequest): ApiError {
  const known = toApiError(error)
  if (!known) request.log.error({ err: error }, 'A request failed')
  else if (known.status >= 500) request.log.warn({ err: error }, 'A request could not be served')
  return known ?? new ApiError(500, 'internal', 'Something went wrong on our side. Please try again.')
}

/** Which field is wrong and what is expected, without the value that was sent. */
function describeInvalid(issue: ZodFastifySchemaValidationError | undefined, context: string | undefined): string {
  const where = context === 'params' ? 'The address' : 'The call'
  const field = (issue?.instancePath ?? '/')
    .split('/')
    .filter(Boolean)
    .map((part) => part.replace(/[^\w@.-]/g, '?').slice(0, 40))
    .join('.')
    .slice(0, 200)
  const expected =
    issue?.keyword === 'unrecognized_keys' ? 'has a field that is not known here' : (issue?.message ?? 'is not valid')
  return field ? `${where} is not valid: ${field}: ${expected}.` : `${where} is not valid: ${expected}.`
}
