import type { ResolvedDidCommService } from '@credo-ts/core'
import {
  type DidCommInboundMessageContext,
  type DidCommMessage,
  DidCommMessageSender,
  DidCommOutboundMessageContext,
} from '@credo-ts/didcomm'

/** The message that a wallet which comes second can show its owner. */
export const usedBefore = 'This invitation was used before. Ask for a new one.'

const queue = 'didcomm:transport/queue'

/** Answers a wallet without a connection: where it says that it is reached, or the way that it came (RFC 0092). */
export async function sendBack(
  context: DidCommInboundMessageContext,
  message: DidCommMessage,
  services: ResolvedDidCommService[],
): Promise<void> {
  const { agentContext, recipientKey, senderKey } = context
  if (!recipientKey || !senderKey) return
  const service = services.find(({ serviceEndpoint }) => serviceEndpoint !== queue) ?? {
    id: '#none',
    serviceEndpoint: queue,
    recipientKeys: [senderKey],
    routingKeys: [],
  }
  const outbound = new DidCommOutboundMessageContext(message, {
    agentContext,
    serviceParams: { service, senderKey: recipientKey },
    inboundMessageContext: context,
  })
  await agentContext.resolve(DidCommMessageSender).sendMessage(outbound)
}
