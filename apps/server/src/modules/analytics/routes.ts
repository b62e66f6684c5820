import type { FastifyInstance } from 'fastify'
import { apiRoute } from '../../platform/api-route.ts'
import type { AnalyticsService } from './service.ts'

/** Sent by pages whose visitor agreed to it. */
export function analyticsRoutes(app: FastifyInstance, analytics: AnalyticsService): void {
  apiRoute(
    app,
    'trackAnalytics',
    { tag: 'Analytics', summary: 'Record what happened on the pages', withoutAgent: true, withoutVisitor: true },
    async ({ body }) => ({ success: true as const, accepted: await analytics.receive(body) }),
  )
}
