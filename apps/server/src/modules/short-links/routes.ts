import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { notFound } from '../../platform/http/errors.ts'
import type { SitePage } from '../../platform/pages/site-pages.ts'
import type { Invitations } from './invitation.ts'
import { readsPages, sendInvitationPage } from './invitation-page.ts'
import { invitationMessage, type ShortLinks } from './service.ts'

const shortLinkId = z.string().regex(/^[A-Za-z0-9_-]{16}$/, 'must be a short link of this site')

/**
 * The addresses of invitations, `/i/:id` and `/?oob=…`. Browsers get a page that says who invites to what; wallets that ask
 * for JSON get the invitation itself, and all others are sent on from the short address to the long one.
 */
export function shortLinkRoutes(
  app: FastifyInstance,
  shortLinks: ShortLinks,
  invitations: Invitations,
  pages: ReadonlyMap<string, SitePage>,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.route({
    method: 'GET',
    url: '/i/:id',
    schema: { hide: true, params: z.object({ id: z.string() }) },
    handler: async (request, reply) => {
      const { id } = request.params
      const isShortLink = shortLinkId.safeParse(id).success
      if (readsPages(request.headers.accept)) {
        const invitation = isShortLink ? await invitations.describe({ id }) : ({ form: 'unknown' } as const)
        if (sendInvitationPage(reply, pages, invitation)) return reply
      }
      const invitationUrl = isShortLink ? await shortLinks.resolve(id) : undefined
      if (!invitationUrl) throw notFound('invitation')
      reply.headers({ 'cache-control': 'no-store', vary: 'Accept', 'access-control-allow-origin': '*' })
      const message = invitationMessage(invitationUrl)
      if (message && request.headers.accept?.includes('application/json')) {
        return reply.type('application/json; charset=utf-8').send(message)
      }
      return reply.redirect(invitationUrl, 302)
    },
  })

  // Without an invitation in the address it is the home page.
  typed.route({
    method: 'GET',
    url: '/',
    schema: { hide: true, querystring: z.object({ oob: z.union([z.string(), z.array(z.string())]).optional() }) },
    handler: async (request, reply) => {
      const [oob] = [request.query.oob].flat()
      if (oob !== undefined && readsPages(request.headers.accept)) {
        if (sendInvitationPage(reply, pages, await invitations.describe({ oob }))) return reply
      }
      return reply.callNotFound()
    },
  })
}
