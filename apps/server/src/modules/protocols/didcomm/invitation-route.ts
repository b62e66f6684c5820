import type { ConnectionExchanges } from '@lastmile/agent/port'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { SitePages } from '../../../platform/pages/site-pages.ts'
import type { Invitations } from '../../short-links/invitation.ts'
import { readsPages, sendInvitationPage } from '../../short-links/invitation-page.ts'

/** An invitation's long address, `/?oob=…` (RFC 0434). Without an invitation in it, it is the home page. */
export function invitationRoute(
  app: FastifyInstance,
  agent: Pick<ConnectionExchanges, 'describeInvitation'>,
  { publicUrl, invitations, pages }: { publicUrl: string; invitations: Invitations; pages: SitePages },
): void {
  const schema = { hide: true, querystring: z.object({ oob: z.unknown().optional() }) }
  app.withTypeProvider<ZodTypeProvider>().get('/', { schema }, async (request, reply) => {
    if (request.query.oob !== undefined && readsPages(request.headers.accept)) {
      const said = await agent.describeInvitation(publicUrl + request.url)
      const invitation = said ? await invitations.describe({ invitationId: said.invitationId }) : unknown
      if (sendInvitationPage(reply, pages, invitation)) return reply
    }
    return reply.callNotFound()
  })
}

const unknown = { form: 'unknown' } as const
