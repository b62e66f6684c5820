import type { Openid4vcAgent } from '@lastmile/agent/openid4vc'
import type { FastifyInstance } from 'fastify'
import type { ProofService } from '../../proofs/service.ts'
import { issuingRoutes } from './issuing-routes.ts'
import { publishedRoutes } from './published-routes.ts'
import { returnRoute } from './return-route.ts'
import { verifyingRoutes } from './verifying-routes.ts'

/** The addresses that wallets use, which OpenID4VCI and OpenID4VP name. None is part of the pages' API. */
export function openid4vcRoutes(
  app: FastifyInstance,
  agent: Openid4vcAgent,
  { proofs, publicUrl }: { proofs: ProofService; publicUrl: string },
): void {
  issuingRoutes(app, agent.issuing)
  verifyingRoutes(app, agent.verifying)
  returnRoute(app, { verifying: agent.verifying, proofs, publicUrl })
  publishedRoutes(app, agent)
}
