import { endpointPaths, type VerifyingEndpoints } from '@lastmile/agent/openid4vc'
import type { FastifyInstance } from 'fastify'
import { visitorOf } from '../../../platform/callers/visitor.ts'
import { notFound } from '../../../platform/http/errors.ts'
import type { ProofService } from '../../proofs/service.ts'

interface Dependencies {
  verifying: VerifyingEndpoints
  proofs: ProofService
  publicUrl: string
}

/**
 * The page that a wallet opens when it has answered on the same device. The answer counts only in the browser that
 * asked: a stranger's wallet that was sent the link answers nothing in its name (OpenID4VP 1.0, 13.3).
 */
export function returnRoute(app: FastifyInstance, { verifying, proofs, publicUrl }: Dependencies): void {
  app.get<{ Params: { code: string } }>(
    `${endpointPaths.returns}/:code`,
    { schema: { hide: true } },
    async ({ params: { code }, headers }, reply) => {
      const visitor = visitorOf(headers.cookie, publicUrl)
      const id = await verifying.findReturned(code)
      if (visitor === undefined || id === undefined) throw notFound('proof')
      await proofs.entries.owned(visitor, id)
      await verifying.countReturned(code)
      return reply.header('cache-control', 'no-store').redirect('/dashboard', 303)
    },
  )
}
