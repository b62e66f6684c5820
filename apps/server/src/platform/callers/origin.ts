import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '../../config.ts'
import { ApiError } from '../http/errors.ts'

/** Whether an `Origin` is this site. On one machine, `localhost` and the loopback addresses count as one. */
export function isOwnOrigin(origin: string, publicUrl: string): boolean {
  if (origin === publicUrl) return true
  if (!isLoopback(publicUrl) || !URL.canParse(origin) || !isLoopback(origin)) return false
  const [there, here] = [new URL(origin), new URL(publicUrl)]
  return there.protocol === here.protocol && there.port === here.port
}

/** Whether a call comes from a page of another site. */
export function isForeign({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders, publicUrl: string): boolean {
  // A browser that keeps the origin to itself still says whether a call came from elsewhere.
  return origin === undefined ? site === 'cross-site' : !isOwnOrigin(origin, publicUrl)
}

/** @throws ApiError 403 when the request comes from a page of another site */
export function requireOwnOrigin({ headers }: FastifyRequest, publicUrl: string): void {
  if (isForeign(headers, publicUrl)) {
    throw new ApiError(403, 'foreign-origin', `This call comes from another site. Open this one at ${publicUrl}.`)
  }
}

/** Refuses calls that change something when they come from a page of another site. */
export function registerOriginCheck(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.config.api || request.method === 'GET' || request.method === 'HEAD') return
    requireOwnOrigin(request, publicUrl)
  })
}
