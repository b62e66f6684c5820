import type { ProtocolMessage } from '@lastmile/contracts'
import type { ProtocolMessageRow } from '../../platform/database/schema.ts'

/** The message as the API names it. */
export const protocolMessageOf = (row: ProtocolMessageRow): ProtocolMessage => ({
  id: row.id,
  at: row.at,
  direction: row.direction,
  type: row.type,
  thread_id: row.threadId,
  state: row.state,
  message: JSON.parse(row.message) as ProtocolMessage['message'],
})
