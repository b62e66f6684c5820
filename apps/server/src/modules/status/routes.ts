import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { apiRoute } from '../../platform/http/api-route.ts'
import type { StatusService } from './service.ts'

const tag = 'Server'
const readiness = z.object({ ready: z.boolean() })

export function statusRoutes(app: FastifyInstance, status: StatusService): void {
  apiRoute(app, 'getLastReset', { tag, summary: 'When the data was last reset' }, async () => ({
    lastServerReset: status.lastReset,
  }))

  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'GET',
    url: '/server/ready',
    schema: { summary: 'Whether the server takes calls', tags: [tag], response: { 200: readiness, 503: readiness } },
    handler: async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      if (!status.isReady) reply.header('retry-after', '2')
      return reply.code(status.isReady ? 200 : 503).send({ ready: status.isReady })
    },
  })
}
