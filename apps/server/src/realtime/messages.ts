import type { ProtocolMessageNews, SocketMessage } from '@lastmile/contracts'
import { refusalOf } from '../modules/credentials/records.ts'
import { reasonOf, verifiedOf } from '../modules/proofs/records.ts'
import { protocolMessageOf } from '../modules/protocol-messages/records.ts'
import type { DomainEvent } from '../platform/event-publisher.ts'

/** What the socket says of something that is stored (specification, sections 3 and 4). */
export function socketMessageOf(event: DomainEvent): SocketMessage | ProtocolMessageNews {
  switch (event.type) {
    case 'connection':
      return { endpoint: 'connections', state: event.connection.state, connection_id: event.connection.id }
    case 'credential':
      return {
        endpoint: 'issue_credential',
        state: event.credential.state,
        connection_id: event.credential.connectionId,
        credential_exchange_id: event.credential.id,
        credential_definition_id: event.credential.definitionId,
        revoc_reg_id: event.credential.revocationRegistryId,
        revocation_id: event.credential.revocationIndex,
        ...refusalOf(event.credential),
      }
    case 'proof':
      return {
        endpoint: 'present_proof',
        state: event.proof.state,
        connection_id: event.proof.connectionId,
        presentation_exchange_id: event.proof.id,
        verified: verifiedOf(event.proof),
        reason: reasonOf(event.proof),
        refusal: event.proof.refusal,
      }
    case 'message':
      return {
        endpoint: 'messages',
        connection_id: event.message.connectionId,
        presentation_exchange_id: event.message.proofId,
        ...protocolMessageOf(event.message),
      }
  }
}
