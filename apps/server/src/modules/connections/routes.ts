import { type ConnectionRecord, defaultProtocol, goalCodes } from '@lastmile/contracts'
import type { FastifyInstance } from 'fastify'
import type { ConnectionEntry } from '../../platform/database/schema.ts'
import { apiRoute } from '../../platform/http/api-route.ts'
import type { ConnectionService } from './service.ts'

const tag = 'Connections'

export function connectionRoutes(app: FastifyInstance, connections: ConnectionService): void {
  apiRoute(app, 'createInvite', { tag, summary: 'Make an invitation for a wallet' }, async ({ body, ...caller }) => {
    const { entry, invitationUrl, shortUrl } = await connections.createInvite(caller, defaultProtocol, {
      label: body.my_label,
      imageUrl: body.image_url,
      purpose: body.goal_code === goalCodes.issue ? 'issue' : 'verify',
      flowType: body.flow_type,
      requestId: body.request_id,
    })
    return { ...connectionRecordOf(entry), invitation_url: invitationUrl, short_url: shortUrl }
  })

  apiRoute(
    app,
    'getConnectionByInvitation',
    { tag, summary: 'The connection that an invitation leads to' },
    async ({ visitor, params }) => connectionRecordOf(await connections.getByInvitation(visitor, params.id)),
  )
}

/** The connection as the API names it (docs/product.md, section 7). */
const connectionRecordOf = (connection: ConnectionEntry): ConnectionRecord => ({
  connection_id: connection.id,
  invi_msg_id: connection.invitationId,
  state: connection.state,
})
