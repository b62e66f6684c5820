import type { FastifyInstance } from 'fastify'
import { apiRoute } from '../../platform/http/api-route.ts'
import { credentialRecordOf } from '../credentials/credential-record.ts'
import type { Revoke } from './service.ts'

export function revocationRoutes(app: FastifyInstance, revoke: Revoke): void {
  apiRoute(
    app,
    'revoke',
    { tag: 'Revocation', summary: 'Revoke a credential that was issued to you' },
    async ({ visitor, body }) =>
      credentialRecordOf(
        await revoke(visitor, {
          connectionId: body.connection_id ?? undefined,
          list: body.rev_reg_id,
          index: body.cred_rev_id,
          publish: body.publish,
          threadId: body.thread_id,
          ...(body.notify && {
            notice: { form: body.notify_version === 'v1_0' ? 'earlier' : 'current', comment: body.comment },
          }),
        }),
      ),
  )
}
