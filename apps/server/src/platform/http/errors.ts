import { AgentError, type AgentErrorCode } from '@lastmile/agent/port'
import type { ErrorCode } from '@lastmile/contracts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isDatabaseUnavailable } from '../database/database.ts'
import { describeInvalidField } from './invalid-fields.ts'

/** A failure with an answer for the visitor: the message is a plain sentence, without ids, values or paths. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode
  /** Seconds after which the same call may succeed. */
  readonly retryAfter: number | undefined
  constructor(status: number, code: ErrorCode, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

export const notFound = (what: 'connection' | 'invitation' | 'credential' | 'proof' | 'character' | 'picture') =>
  new ApiError(
    404,
    `${what}-not-found`,
    `There is no such ${what}. It may have been removed, or belong to another browser.`,
  )

export const ourFault = () => new ApiError(500, 'internal', 'Something went wrong on our side. Please try again.')

export const nothingHere = () => new ApiError(404, 'not-found', 'There is nothing at this address.')

export const busy = (code: ErrorCode, message: string, retryAfter = 5) => new ApiError(503, code, message, retryAfter)

/** Visitors' errors for the issuer's failures, which it words for programmers. */
const agentErrors: Record<AgentErrorCode, ConstructorParameters<typeof ApiError>> = {
  'not-found': [404, 'exchange-not-found', 'The issuer no longer knows of this. Please begin this step again.'],
  'not-connected': [409, 'not-connected', 'No wallet is connected yet. Scan or open the invitation first.'],
  invalid: [400, 'not-possible', 'The issuer cannot do this with what was sent.'],
  busy: [503, 'server-busy', 'The server is very busy. Please try again in a moment.', 5],
  unavailable: [503, 'issuer-unavailable', 'The issuer is not running right now. Please try again in a moment.', 5],
  unreachable: [503, 'wallet-unreachable', 'The wallet cannot be reached right now. Open it and try again.', 5],
}

/** Errors of the HTTP layer itself that need words of ours; the rest of its 4xx become `not-json`. */
const transportErrors: Record<number, { code: ErrorCode; message: string }> = {
  404: { code: 'not-found', message: 'There is nothing at this address.' },
  405: { code: 'method-not-allowed', message: 'This address does not take that kind of call.' },
  408: { code: 'too-slow', message: 'The call took too long to arrive. Please try again.' },
  413: { code: 'too-large', message: 'What was sent is too large for this address.' },
  415: { code: 'unsupported-media-type', message: 'Send JSON, with the content type application/json.' },
  431: { code: 'headers-too-large', message: "The call's headers are too large." },
}

const notJson = { code: 'not-json', message: 'The call is not valid JSON or not complete.' } as const

/** Turns any failure into the error to answer with; undefined when it is a fault of ours. */
export function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (error instanceof AgentError) return new ApiError(...agentErrors[error.code])
  if (hasZodFastifySchemaValidationErrors(error)) {
    const { code, message } = describeInvalidField(error.validation[0], error.validationContext)
    return new ApiError(400, code, message)
  }
  if (isDatabaseUnavailable(error)) {
    return busy('storage-unavailable', 'The server cannot store anything right now. Please try again in a moment.')
  }
  const status = (error as Partial<FastifyError> | null)?.statusCode
  return status && status >= 400 && status < 500 ? transportError(status) : undefined
}

/** @param status a 4xx of the HTTP layer */
export function transportError(status: number): ApiError {
  const { code, message } = transportErrors[status] ?? notJson
  return new ApiError(status, code, message)
}

export const errorBody = ({ code, message }: ApiError) => ({ error: { code, message } })

export async function sendError(reply: FastifyReply, error: ApiError): Promise<FastifyReply> {
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(errorBody(error))
}

/** Answers every failure in the one error form. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => sendError(reply, reportFailure(error, request, reply)))
}

/** The error to answer with; its `Retry-After` is set. Faults of ours are logged, never described to the visitor. */
export function reportFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): ApiError {
  const known = toApiError(error)
  if (!known) request.log.error({ err: error }, 'A request failed')
  else if (known.status >= 500) request.log.warn({ err: error }, 'A request could not be served')
  if (known?.retryAfter !== undefined) reply.header('retry-after', String(known.retryAfter))
  return known ?? ourFault()
}
