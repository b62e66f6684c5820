import type { DidCommAgent } from '@lastmile/agent/didcomm'
import type { FastifyInstance } from 'fastify'
import type { SitePages } from '../../../platform/pages/site-pages.ts'
import type { Invitations } from '../../short-links/invitation.ts'
import { inboundRoutes } from './inbound-routes.ts'
import { invitationRoute } from './invitation-route.ts'
import { publishedObjectRoutes } from './published-object-routes.ts'

/** The addresses that wallets use, which DIDComm and AnonCreds name. None is part of the pages' API. */
export function didcommRoutes(
  app: FastifyInstance,
  agent: DidCommAgent,
  site: { publicUrl: string; invitations: Invitations; pages: SitePages },
): void {
  inboundRoutes(app, agent, site.publicUrl)
  publishedObjectRoutes(app, agent)
  invitationRoute(app, agent, site)
}
