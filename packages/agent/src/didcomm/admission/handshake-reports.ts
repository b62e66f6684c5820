import { type Agent, CredoError, type ResolvedDidCommService, verkeyToPublicJwk } from '@credo-ts/core'
import {
  DidCommConnectionRequestMessage,
  DidCommDidExchangeRequestMessage,
  DidCommDocumentService,
  DidCommHandshakeReuseMessage,
  type DidCommInboundMessageContext,
  DidCommMessage,
  DidCommMessageHandlerRegistry,
  DidCommMessageSender,
  DidCommOutboundMessageContext,
} from '@credo-ts/didcomm'
import { isPublishedElsewhere } from './handshakes.ts'

/** A problem report in the protocol of the message that it answers (RFC 0023, 0160, 0434). */
function reportOn(message: DidCommMessage, code: string, en: string): DidCommMessage {
  const type = message.type.replace(/[^/]+$/, 'problem_report')
  const report = Object.assign(new DidCommMessage(), { type, description: { code, en } })
  report.id = report.generateId()
  report.setThread({ threadId: message.threadId, parentThreadId: message.thread?.parentThreadId })
  return report
}

/** A wallet that comes second shows its owner nothing until it gets an answer. Throws `CredoError`. */
export async function refuseUsed(context: DidCommInboundMessageContext): Promise<never> {
  const { agentContext, message, recipientKey, senderKey } = context
  const report = reportOn(message, 'request_not_accepted', 'This invitation was used before. Ask for a new one.')
  if (recipientKey && senderKey) {
    // Without an address it goes back the way that the handshake came (RFC 0092).
    const [service = { id: '#none', serviceEndpoint: queue, recipientKeys: [senderKey], routingKeys: [] }] =
      await servicesOf(context)
    const outbound = new DidCommOutboundMessageContext(report, {
      agentContext,
      serviceParams: { service, senderKey: recipientKey },
      inboundMessageContext: context,
    })
    await agentContext.resolve(DidCommMessageSender).sendMessage(outbound)
  }
  throw new CredoError('A handshake answers an invitation that was used before')
}

const queue = 'didcomm:transport/queue'

/** Where the wallet says that it is reached. Nobody else is asked, for a handshake that leads to nothing. */
async function servicesOf(context: DidCommInboundMessageContext): Promise<ResolvedDidCommService[]> {
  const { agentContext, message } = context
  if (message instanceof DidCommDidExchangeRequestMessage && !message.didDoc && !isPublishedElsewhere(context)) {
    const services = await agentContext
      .resolve(DidCommDocumentService)
      .resolveServicesFromDid(agentContext, message.did)
    return services.filter(({ serviceEndpoint }) => serviceEndpoint !== queue)
  }
  if (!(message instanceof DidCommConnectionRequestMessage)) return []
  const services = message.connection.didDoc?.didCommServices ?? []
  return services
    .filter(({ serviceEndpoint }) => serviceEndpoint !== queue)
    .map(({ id, serviceEndpoint, recipientKeys, routingKeys = [] }) => ({
      id,
      serviceEndpoint,
      recipientKeys: recipientKeys.map(verkeyToPublicJwk),
      routingKeys: routingKeys.map(verkeyToPublicJwk),
    }))
}

/**
 * Each invitation belongs to one visit, and its connection ends with it, so none is reused.
 * A wallet whose reuse is refused makes a new handshake (RFC 0434).
 */
export function refuseReuse(credo: Agent): void {
  credo.dependencyManager
    .resolve(DidCommMessageHandlerRegistry)
    .registerMessageHandlerMiddleware(async (context, next) => {
      const { agentContext, message, connection } = context
      if (!connection || !(message instanceof DidCommHandshakeReuseMessage)) return next()
      const report = reportOn(
        message,
        'existing_connection_not_active',
        'This invitation makes a connection of its own. Answer it with a handshake.',
      )
      context.setResponseMessage(new DidCommOutboundMessageContext(report, { agentContext, connection }))
    })
}
