import type { FastifyInstance } from 'fastify'
import { apiRoute } from '../../platform/api-route.ts'
import type { RateLimits } from '../../platform/rate-limits.ts'
import type { AnalyticsService } from './service.ts'

/** Sent by pages whose visitor agreed to it. */
export function analyticsRoutes(app: FastifyInstance, analytics: AnalyticsService, rateLimits: RateLimits): void {
  apiRoute(
    app,
    'trackAnalytics',
    { tag: 'Analytics', summary: 'Record what happened on the pages', withoutAgent: true, withoutVisitor: true },
    async ({ body }) => {
      for (const sessionId of new Set(body.events.map((event) => event.sessionId))) rateLimits.takeTracking(sessionId)
      return { success: true, accepted: await analytics.receive(body) }
    },
  )
}
