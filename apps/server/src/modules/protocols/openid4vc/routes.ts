import type { Openid4vcAgent } from '@lastmile/agent/openid4vc'
import type { FastifyInstance } from 'fastify'
import { issuingRoutes } from './issuing-routes.ts'
import { publishedRoutes } from './published-routes.ts'
import { type ReturnDependencies, returnRoute } from './return-route.ts'
import { verifyingRoutes } from './verifying-routes.ts'

/** The addresses that wallets use, which OpenID4VCI and OpenID4VP name. Pages call none of them. */
export function openid4vcRoutes(
  app: FastifyInstance,
  agent: Openid4vcAgent,
  dependencies: Omit<ReturnDependencies, 'verifying'>,
): void {
  issuingRoutes(app, agent.issuing)
  verifyingRoutes(app, agent.verifying)
  returnRoute(app, { verifying: agent.verifying, ...dependencies })
  publishedRoutes(app, agent)
}
