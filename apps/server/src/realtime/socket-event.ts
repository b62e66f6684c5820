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
      const record = credentialRecordOf(entry)
      return {
        endpoint: 'issue_credential',
        state: record.state,
        protocol: record.protocol,
        connection_id: record.connection_id,
        credential_exchange_id: record.credential_exchange_id,
        credential_definition_id: record.credential_definition_id,
        revoc_reg_id: record.revoc_reg_id,
        revocation_id: record.revocation_id,
        reason: record.reason,
        refusal: record.refusal,
      }
    }
    case 'proof': {
      const record = proofRecordOf(entry)
      return {
        endpoint: 'present_proof',
        state: record.state,
        connection_id: record.connection_id,
        presentation_exchange_id: record.presentation_exchange_id,
        verified: record.verified,
        reason: record.reason,
        refusal: record.refusal,
      }
    }
  }
}
