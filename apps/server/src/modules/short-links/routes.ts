import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { notFound } from '../../platform/http/errors.ts'
import type { SitePages } from '../../platform/pages/site-pages.ts'
import type { Invitations } from './invitation.ts'
import { readsPages, sendInvitationPage } from './invitation-page.ts'

const shortLinkId = z.string().regex(/^[A-Za-z0-9_-]{16}$/, 'must be a short link of this site')

/**
 * Short addresses of invitations, `/i/:id`. Browsers get a page about the invitation, wallets that accept JSON get the
 * invitation itself, all others are redirected to the long address.
 */
export function shortLinkRoutes(app: FastifyInstance, invitations: Invitations, pages: SitePages): void {
  const schema = { hide: true, params: z.object({ id: z.string() }) }
  app.withTypeProvider<ZodTypeProvider>().get('/i/:id', { schema }, async (request, reply) => {
    const { id } = request.params
    const isShortLink = shortLinkId.safeParse(id).success
    if (readsPages(request.headers.accept)) {
      const invitation = isShortLink ? await invitations.describe({ id }) : ({ form: 'unknown' } as const)
      if (sendInvitationPage(reply, pages, invitation)) return reply
    }
    const invitation = isShortLink ? await invitations.resolve(id) : undefined
    if (!invitation) throw notFound('invitation')
    const { invitationUrl, message } = invitation
    reply.headers({ 'cache-control': 'no-store', vary: 'Accept', 'access-control-allow-origin': '*' })
    if (message && request.headers.accept?.includes('application/json')) {
      return reply.type('application/json; charset=utf-8').send(message)
    }
    return reply.redirect(invitationUrl, 302)
  })
}
