import type { FastifyInstance } from 'fastify'
import type { RateLimits } from '../../platform/callers/rate-limits.ts'
import { apiRoute } from '../../platform/http/api-route.ts'
import type { AnalyticsService } from './service.ts'

/** Sent by pages whose visitor agreed to it. */
export function analyticsRoutes(app: FastifyInstance, analytics: AnalyticsService, rateLimits: RateLimits): void {
  apiRoute(
    app,
    'trackAnalytics',
    { tag: 'Analytics', summary: 'Record what happened on the pages', withoutAgent: true, withoutVisitor: true },
    async ({ body, address, refusesTracking, log }) => {
      // The page has done its part: sending the same again would change nothing.
      const keptNothing = { success: true, accepted: 0 } as const
      if (refusesTracking) return keptNothing
      for (const sessionId of new Set(body.events.map((event) => event.sessionId)))
        await rateLimits.takeTracking(sessionId)
      if (!(await rateLimits.takeTrackedEvents(address, body.events.length))) {
        log.warn('A network has used up its share of the events that are kept, so its new ones are not')
        return keptNothing
      }
      return { success: true, accepted: await analytics.receive(body) }
    },
  )
}
