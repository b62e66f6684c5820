import type { AnonCredsDidCommProofFormatService } from '@credo-ts/anoncreds'
import {
  type DidCommFeatureRegistry,
  type DidCommInboundMessageContext,
  type DidCommMessageHandlerRegistry,
  DidCommPresentationV2Message,
  DidCommPresentationV2ProblemReportMessage,
  type DidCommProofExchangeRecord,
  DidCommProofRole,
  DidCommProofState,
  DidCommProofV2Protocol,
} from '@credo-ts/didcomm'
import { registerOneRole } from './one-role.ts'

const finished: DidCommProofState[] = [
  DidCommProofState.PresentationReceived,
  DidCommProofState.Done,
  DidCommProofState.Declined,
  DidCommProofState.Abandoned,
]

/** Present-proof 2.0 (RFC 0454) for a verifier that asks and negotiates nothing. */
export class VerifierProtocol extends DidCommProofV2Protocol<[AnonCredsDidCommProofFormatService]> {
  override register(handlers: DidCommMessageHandlerRegistry, features: DidCommFeatureRegistry): void {
    registerOneRole(
      super.register.bind(this),
      handlers,
      features,
      [DidCommPresentationV2Message, DidCommPresentationV2ProblemReportMessage],
      { id: 'https://didcomm.org/present-proof/2.0', role: 'verifier' },
    )
  }

  /** A report that comes after the presentation changes nothing. */
  override async processProblemReport(
    messageContext: DidCommInboundMessageContext<DidCommPresentationV2ProblemReportMessage>,
  ): Promise<DidCommProofExchangeRecord> {
    const record = await this.findByProperties(messageContext.agentContext, {
      threadId: messageContext.message.threadId,
      role: DidCommProofRole.Verifier,
    })
    return record && finished.includes(record.state) ? record : super.processProblemReport(messageContext)
  }
}
