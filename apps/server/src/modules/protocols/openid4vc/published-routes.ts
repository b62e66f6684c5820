import { endpointPaths, type Openid4vcAgent } from '@lastmile/agent/openid4vc'
import type { FastifyInstance } from 'fastify'
import { nothingHere } from '../../../platform/http/errors.ts'
import { openToAll } from '../open-to-all.ts'

/** Objects that wallets and verifiers read: type metadata, status lists, the root certificate. */
export function publishedRoutes(app: FastifyInstance, { published }: Openid4vcAgent): void {
  const hidden = { schema: { hide: true } }
  app.get<{ Params: { id: string } }>(`${endpointPaths.types}/:id`, hidden, async ({ params }, reply) => {
    const type = await published.credentialType(params.id)
    if (!type) throw nothingHere()
    openToAll(reply, 'no-cache')
    return type
  })
  app.get<{ Params: { id: string } }>(`${endpointPaths.statusLists}/:id`, hidden, async ({ params }, reply) => {
    const list = await published.statusList(params.id)
    if (!list) throw nothingHere()
    return openToAll(reply, 'no-cache').type('application/statuslist+jwt').send(list)
  })
  app.get(endpointPaths.root, hidden, async (_request, reply) =>
    openToAll(reply, 'no-cache').type('application/x-pem-file').send(published.rootCertificate()),
  )
}
