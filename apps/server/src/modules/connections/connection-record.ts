import type { ConnectionRecord } from '@lastmile/contracts'
import type { ConnectionEntry } from '../../platform/database/schema.ts'

/** The connection as the API names it (docs/product.md, section 7). */
export const connectionRecordOf = (connection: ConnectionEntry): ConnectionRecord => ({
  connection_id: connection.id,
  invi_msg_id: connection.invitationId,
  state: connection.state,
})
