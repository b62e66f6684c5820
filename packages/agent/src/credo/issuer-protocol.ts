import type { AnonCredsDidCommCredentialFormatService } from '@credo-ts/anoncreds'
import {
  type DidCommCredentialExchangeRecord,
  DidCommCredentialRole,
  DidCommCredentialState,
  DidCommCredentialV2AckMessage,
  DidCommCredentialV2ProblemReportMessage,
  DidCommCredentialV2Protocol,
  type DidCommFeatureRegistry,
  type DidCommInboundMessageContext,
  type DidCommMessageHandlerRegistry,
  DidCommRequestCredentialV2Message,
} from '@credo-ts/didcomm'
import { registerOneRole } from './one-role.ts'

const finished: DidCommCredentialState[] = [
  DidCommCredentialState.Done,
  DidCommCredentialState.Declined,
  DidCommCredentialState.Abandoned,
]

/** Issue-credential 2.0 (RFC 0453) for an issuer that makes the offer and negotiates nothing. */
export class IssuerProtocol extends DidCommCredentialV2Protocol<[AnonCredsDidCommCredentialFormatService]> {
  override register(handlers: DidCommMessageHandlerRegistry, features: DidCommFeatureRegistry): void {
    registerOneRole(
      super.register.bind(this),
      handlers,
      features,
      [DidCommRequestCredentialV2Message, DidCommCredentialV2AckMessage, DidCommCredentialV2ProblemReportMessage],
      { id: 'https://didcomm.org/issue-credential/2.0', role: 'issuer' },
    )
  }

  /** A report that comes after the end changes nothing. */
  override async processProblemReport(
    messageContext: DidCommInboundMessageContext<DidCommCredentialV2ProblemReportMessage>,
  ): Promise<DidCommCredentialExchangeRecord> {
    const record = await this.findByProperties(messageContext.agentContext, {
      threadId: messageContext.message.threadId,
      role: DidCommCredentialRole.Issuer,
    })
    return record && finished.includes(record.state) ? record : super.processProblemReport(messageContext)
  }
}
