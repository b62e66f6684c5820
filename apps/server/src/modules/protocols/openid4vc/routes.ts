import type { Openid4vcAgent } from '@lastmile/agent/openid4vc'
import type { FastifyInstance } from 'fastify'
import { nothingHere } from '../../../platform/http/errors.ts'
import { issuingRoutes } from './issuing-routes.ts'
import { publishedRoutes } from './published-routes.ts'
import { type ReturnDependencies, returnRoute } from './return-route.ts'
import { verifyingRoutes } from './verifying-routes.ts'
import { walletEndpoints } from './wallet-endpoints.ts'

/** The addresses that wallets use, which OpenID4VCI and OpenID4VP name. Pages call none of them. */
export function openid4vcRoutes(
  app: FastifyInstance,
  agent: Openid4vcAgent,
  dependencies: Omit<ReturnDependencies, 'verifying'>,
): void {
  returnRoute(app, { verifying: agent.verifying, ...dependencies })
  walletEndpoints(app, (scope) => {
    issuingRoutes(scope, agent.issuing)
    verifyingRoutes(scope, agent.verifying)
    publishedRoutes(scope, agent)
    // Programs that try an address read no page.
    for (const url of ['/.well-known/*', '/openid4vc/*'])
      scope.route({
        method: ['GET', 'POST'],
        url,
        schema: { hide: true },
        handler: () => Promise.reject(nothingHere()),
      })
  })
}
