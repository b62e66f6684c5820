import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { notFound } from '../../platform/errors.ts'
import { invitationMessage, type ShortLinks } from './service.ts'

/** `/i/:id`: wallets that ask for JSON get the invitation itself, all others are sent on to its long address. */
export function shortLinkRoutes(app: FastifyInstance, shortLinks: ShortLinks): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'GET',
    url: '/i/:id',
    schema: {
      hide: true,
      params: z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{16}$/, 'must be a short link of this site') }),
    },
    handler: async (request, reply) => {
      const invitationUrl = await shortLinks.resolve(request.params.id)
      if (!invitationUrl) throw notFound('invitation')
      reply.headers({ 'cache-control': 'no-store', vary: 'Accept', 'access-control-allow-origin': '*' })
      const message = invitationMessage(invitationUrl)
      if (message && request.headers.accept?.includes('application/json')) {
        return reply.type('application/json; charset=utf-8').send(message)
      }
      return reply.redirect(invitationUrl, 302)
    },
  })
}
