import { endpointPaths, type Openid4vcAgent } from '@lastmile/agent/openid4vc'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { nothingHere } from '../../../platform/http/errors.ts'
import { openToAll } from '../open-to-all.ts'
import { walletRoute } from './wallet-endpoints.ts'

const statusListType = 'application/statuslist+jwt'
const certificateType = 'application/x-pem-file'

/** Objects that wallets and verifiers read: type metadata, status lists, the root certificate. */
export function publishedRoutes(scope: FastifyInstance, { published }: Openid4vcAgent): void {
  const typeRoute = walletRoute({
    summary: 'Type metadata of a kind of credential (vct)',
    hasId: true,
    answer: { 'application/json': z.looseObject({}) },
  })
  scope.get<{ Params: { id: string } }>(`${endpointPaths.types}/:id`, typeRoute, async ({ params }, reply) => {
    const type = await published.credentialType(params.id)
    if (!type) throw nothingHere()
    openToAll(reply, 'no-cache')
    return type
  })
  const listRoute = walletRoute({ summary: 'A status list', hasId: true, answer: { [statusListType]: z.string() } })
  scope.get<{ Params: { id: string } }>(`${endpointPaths.statusLists}/:id`, listRoute, async ({ params }, reply) => {
    const list = await published.statusList(params.id)
    if (!list) throw nothingHere()
    return openToAll(reply, 'no-cache').type(statusListType).send(list)
  })
  const rootRoute = walletRoute({ summary: 'The root certificate', answer: { [certificateType]: z.string() } })
  scope.get(endpointPaths.root, rootRoute, async (_request, reply) =>
    openToAll(reply, 'no-cache').type(certificateType).send(published.rootCertificate()),
  )
}
