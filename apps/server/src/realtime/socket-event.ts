import type { ProtocolMessageNews, QueueNews, SocketMessage } from '@lastmile/contracts'
import { credentialRecordOf } from '../modules/credentials/credential-record.ts'
import { proofRecordOf } from '../modules/proofs/proof-record.ts'
import { protocolMessageOf } from '../modules/protocol-messages/protocol-message-record.ts'
import type { DomainEvent } from '../platform/process/event-publisher.ts'

/** The socket's event for a domain event (docs/product.md, sections 3 and 4). */
export function socketEventOf(event: DomainEvent): SocketMessage | ProtocolMessageNews | QueueNews {
  if (event.type === 'message') {
    const { message } = event
    return {
      endpoint: 'messages',
      connection_id: message.connectionId,
      credential_exchange_id: message.credentialId,
      presentation_exchange_id: message.proofId,
      ...protocolMessageOf(message),
    }
  }
  if (event.type === 'queue-position') {
    const { id, connectionId, place, seconds } = event.position
    return { endpoint: 'queue', connection_id: connectionId, exchange_id: id, place, seconds }
  }
  const { entry } = event
  switch (entry.kind) {
    case 'connection':
      return { endpoint: 'connections', state: entry.state, connection_id: entry.id }
    case 'credential': {
      const { thread_id, revoked, created_at, updated_at, ...news } = credentialRecordOf(entry)
      return { endpoint: 'issue_credential', ...news }
    }
    case 'proof': {
      const { presentation, failed_check, created_at, updated_at, ...news } = proofRecordOf(entry)
      return { endpoint: 'present_proof', ...news }
    }
  }
}
