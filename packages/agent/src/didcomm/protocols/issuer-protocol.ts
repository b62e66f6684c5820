import type { AnonCredsDidCommCredentialFormatService } from '@credo-ts/anoncreds'
import {
  type DidCommCredentialExchangeRecord,
  DidCommCredentialProblemReportReason,
  DidCommCredentialState,
  DidCommCredentialV2Protocol,
  type DidCommFeatureRegistry,
  type DidCommInboundMessageContext,
  type DidCommMessageHandlerRegistry,
  DidCommRequestCredentialV2Message,
  V2CredentialProblemReportError,
} from '@credo-ts/didcomm'
import type { ClosingWord } from './closing-messages.ts'
import { registerRoleHandlers } from './register-role-handlers.ts'

const { OfferSent, CredentialIssued, Done, Declined, Abandoned } = DidCommCredentialState

/** Issue-credential 2.0 (RFC 0453) for an issuer that makes the offer and negotiates nothing. */
export class IssuerProtocol extends DidCommCredentialV2Protocol<[AnonCredsDidCommCredentialFormatService]> {
  override register(handlers: DidCommMessageHandlerRegistry, features: DidCommFeatureRegistry): void {
    registerRoleHandlers(super.register.bind(this), handlers, features, [DidCommRequestCredentialV2Message], {
      id: 'https://didcomm.org/issue-credential/2.0',
      role: 'issuer',
    })
  }

  /** A message that comes too early or after the end changes nothing. */
  async close(
    { agentContext }: DidCommInboundMessageContext,
    record: DidCommCredentialExchangeRecord,
    word: ClosingWord,
  ): Promise<void> {
    if (word === 'confirmed' && record.state === CredentialIssued) await this.updateState(agentContext, record, Done)
    if (word === 'refused' && ![Done, Declined, Abandoned].includes(record.state))
      await this.updateState(agentContext, record, Abandoned)
    if (word === 'proposed' && record.state === OfferSent) {
      await this.updateState(agentContext, record, Abandoned)
      throw new V2CredentialProblemReportError('Offers are not negotiated', {
        problemCode: DidCommCredentialProblemReportReason.IssuanceAbandoned,
      })
    }
  }
}
