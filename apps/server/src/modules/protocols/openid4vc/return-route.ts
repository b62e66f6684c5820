import { endpointPaths, otherDevice, type VerifyingEndpoints } from '@lastmile/agent/openid4vc'
import type { FastifyInstance } from 'fastify'
import { visitorOf } from '../../../platform/callers/visitor.ts'
import { notFound } from '../../../platform/http/errors.ts'
import type { SitePages } from '../../../platform/pages/site-pages.ts'
import type { ProofService } from '../../proofs/service.ts'
import { readsPages, sendInvitationPage } from '../../short-links/invitation-page.ts'

export interface ReturnDependencies {
  verifying: VerifyingEndpoints
  proofs: ProofService
  publicUrl: string
  pages: SitePages
}

/**
 * The page that a wallet opens when it has answered. On the same device the answer counts only in the browser that
 * asked: a stranger's wallet that was sent the link answers nothing in its name (OpenID4VP 1.0, 13.3).
 */
export function returnRoute(app: FastifyInstance, { verifying, proofs, publicUrl, pages }: ReturnDependencies): void {
  app.get<{ Params: { code: string } }>(
    `${endpointPaths.returns}/:code`,
    { schema: { hide: true } },
    async ({ params: { code }, headers, method }, reply) => {
      reply.header('cache-control', 'no-store')
      const visitor = visitorOf(headers.cookie, publicUrl)
      const found = code === otherDevice ? undefined : await verifying.findReturned(code)
      if (visitor !== undefined && found && (await proofs.entries.findOwned(visitor, found.proofId))) {
        if (method !== 'HEAD') await verifying.countReturned(code)
        return reply.redirect(`/dashboard?proof=${found.proofId}`, 303)
      }
      const form = code === otherDevice ? 'answered' : found && !found.isCounted ? 'elsewhere' : 'used'
      if (readsPages(headers.accept) && sendInvitationPage(reply, pages, { form })) return reply
      if (form === 'answered') return reply.code(204).send()
      throw notFound('proof')
    },
  )
}
