import { CredoError } from '@credo-ts/core'
import {
  DidCommConnectionService,
  type DidCommFeatureRegistry,
  type DidCommInboundMessageContext,
  type DidCommMessageHandlerRegistry,
  DidCommPresentationProblemReportReason,
  DidCommPresentationV2Message,
  type DidCommProofExchangeRecord,
  DidCommProofRole,
  DidCommProofState,
  DidCommProofV2Protocol,
  V2PresentationProblemReportError,
} from '@credo-ts/didcomm'
import { AnswerRefused } from '../transport/refusals.ts'
import type { ClosingWord } from './closing-messages.ts'
import { outcomeOf } from './proof-notes.ts'
import { registerRoleHandlers } from './register-role-handlers.ts'
import { sendBack, usedBefore } from './send-back.ts'
import type { VerifyingFormat } from './verifying-format.ts'

/** Present-proof 2.0 (RFC 0454) for a verifier that asks and negotiates nothing. */
export class VerifierProtocol extends DidCommProofV2Protocol<[VerifyingFormat]> {
  override register(handlers: DidCommMessageHandlerRegistry, features: DidCommFeatureRegistry): void {
    registerRoleHandlers(super.register.bind(this), handlers, features, [DidCommPresentationV2Message], {
      id: 'https://didcomm.org/present-proof/2.0',
      role: 'verifier',
    })
  }

  /** One that announces more would never be answered. */
  override async processPresentation(
    messageContext: DidCommInboundMessageContext<DidCommPresentationV2Message>,
  ): Promise<DidCommProofExchangeRecord> {
    if (!messageContext.message.lastPresentation) throw new CredoError('A presentation comes in several parts')
    if (await this.#isOfAnother(messageContext)) return abandon(messageContext, usedBefore)
    try {
      return await super.processPresentation(messageContext)
    } catch (error) {
      if (error instanceof V2PresentationProblemReportError)
        return abandon(messageContext, error.message, AnswerRefused)
      throw error
    }
  }

  /** A presentation, once it came, has the last word. */
  async close(
    context: DidCommInboundMessageContext,
    record: DidCommProofExchangeRecord,
    word: ClosingWord,
  ): Promise<void> {
    if (word === 'confirmed' || record.state !== DidCommProofState.RequestSent) return
    const { agentContext } = context
    if (!record.connectionId)
      await agentContext
        .resolve(DidCommConnectionService)
        .matchIncomingMessageToRequestMessageInOutOfBandExchange(context, {})
    await this.updateState(agentContext, record, DidCommProofState.Abandoned)
    if (word === 'proposed') await abandon(context, 'Requests are not negotiated')
  }

  /** Whether the invitation was answered by another wallet, or expired. */
  async #isOfAnother({ agentContext, message, senderKey }: DidCommInboundMessageContext): Promise<boolean> {
    const { threadId } = message
    const record = await this.findByProperties(agentContext, { threadId, role: DidCommProofRole.Verifier })
    if (!record || record.connectionId || record.state === DidCommProofState.RequestSent || !senderKey) return false
    const answer = await this.findPresentationMessage(agentContext, record.id)
    return !answer?.service?.resolvedDidCommService.recipientKeys.some((key) => key.equals(senderKey))
  }

  /** Only a presentation that was found good is confirmed. */
  override async shouldAutoRespondToPresentation(
    ...given: Parameters<DidCommProofV2Protocol<[VerifyingFormat]>['shouldAutoRespondToPresentation']>
  ): Promise<boolean> {
    return outcomeOf(given[1].proofRecord).checked === true && super.shouldAutoRespondToPresentation(...given)
  }
}

/** Reports to the wallet; Credo itself reports on connections alone. Throws what Credo reports there. */
async function abandon(
  context: DidCommInboundMessageContext,
  en: string,
  Report = V2PresentationProblemReportError,
): Promise<never> {
  const { connection, message } = context
  const error = new Report(en, {
    problemCode: DidCommPresentationProblemReportReason.Abandoned,
  })
  if (connection) throw error
  error.problemReport.setThread({ threadId: message.threadId, parentThreadId: message.thread?.parentThreadId })
  await sendBack(context, error.problemReport, message.service ? [message.service.resolvedDidCommService] : [])
  throw error
}
