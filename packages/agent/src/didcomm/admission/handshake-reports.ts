import { type Agent, CredoError, didKeyToVerkey, type ResolvedDidCommService, verkeyToPublicJwk } from '@credo-ts/core'
import {
  DidCommConnectionRequestMessage,
  DidCommDidExchangeRequestMessage,
  DidCommDocumentService,
  DidCommHandshakeReuseMessage,
  type DidCommInboundMessageContext,
  DidCommMessage,
  DidCommOutboundMessageContext,
} from '@credo-ts/didcomm'
import { addHandlerMiddleware } from '../protocols/handler-middleware.ts'
import { sendBack, usedBefore } from '../protocols/send-back.ts'
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
  const report = reportOn(context.message, 'request_not_accepted', usedBefore)
  await sendBack(context, report, await servicesOf(context))
  throw new CredoError('A handshake answers an invitation that was used before')
}

/** Where the wallet says that it is reached. No other host is asked, for a handshake that leads to nothing. */
async function servicesOf(context: DidCommInboundMessageContext): Promise<ResolvedDidCommService[]> {
  const { agentContext, message, senderKey } = context
  if (message instanceof DidCommDidExchangeRequestMessage && !message.didDoc && !isPublishedElsewhere(context))
    return agentContext.resolve(DidCommDocumentService).resolveServicesFromDid(agentContext, message.did)
  if (!senderKey || !(message instanceof DidCommConnectionRequestMessage)) return []
  const services = message.connection.didDoc?.didCommServices ?? []
  return services.map(({ id, serviceEndpoint, routingKeys = [] }) => ({
    id,
    serviceEndpoint,
    recipientKeys: [senderKey],
    routingKeys: routingKeys.map((key) => verkeyToPublicJwk(didKeyToVerkey(key))),
  }))
}

/**
 * Each invitation belongs to one visit, and its connection ends with it, so none is reused.
 * A wallet whose reuse is refused makes a new handshake (RFC 0434).
 */
export function refuseReuse(credo: Agent): void {
  addHandlerMiddleware(credo, async (context, next) => {
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
