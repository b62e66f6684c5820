import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'

/**
 * One JSON object per line; readable lines on a terminal. Requests are logged without bodies, query strings, cookies
 * and addresses, so that neither invitations nor personal data reach the log.
 */
export async function createLogger(level: string): Promise<Logger> {
  const options = { level, base: undefined, serializers: { err: describeError } }
  if (!process.stdout.isTTY || level === 'silent') return pino(options)
  const { default: pretty } = await import('pino-pretty')
  return pino(options, pretty({ sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' }))
}

/** One line per finished request: calls of the API at `info`, files and pages at `debug`. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const entry = {
      method: request.method,
      path: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    // Probes of /server/… come every few seconds and say nothing new.
    request.log[entry.path.startsWith('/demo/') || reply.statusCode >= 500 ? 'info' : 'debug'](entry, 'request')
  })
}

/**
 * Type, message and stack only: other properties of an error can hold what a visitor sent. The message of a cause comes
 * from a library and can hold the name that a person gave their wallet, so of a cause only its type is logged.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    cause: error.cause instanceof Error ? error.cause.name : undefined,
  }
}
