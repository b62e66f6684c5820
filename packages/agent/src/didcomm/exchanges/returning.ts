import {
  type DidCommConnectionRecord,
  type DidCommCredentialExchangeRecord,
  DidCommCredentialRole,
  DidCommCredentialState,
  DidCommDeliveryRequestV2Message,
  type DidCommInboundMessageContext,
  type DidCommMessage,
  type DidCommProofExchangeRecord,
  DidCommProofRole,
  DidCommProofState,
} from '@credo-ts/didcomm'
import { loggableReason } from '../../core/loggable-reason.ts'
import type { AgentLogger } from '../../port/options.ts'
import { isRepeated } from '../admission/handshakes.ts'
import type { ThreadOrder } from '../admission/thread-order.ts'
import type { CredoAgent } from '../credo/credo-agent.ts'
import { addHandlerMiddleware } from '../protocols/handler-middleware.ts'
import type { WaitingMessages } from '../transport/waiting-messages.ts'
import type { Resumption } from './resume.ts'
import { sendMessage } from './send-message.ts'

/** Exchanges of each kind and connection. */
const most = 100

type Exchange = DidCommCredentialExchangeRecord | DidCommProofExchangeRecord

interface Dependencies {
  credo: CredoAgent
  threads: ThreadOrder
  resumption: Resumption
  waiting: WaitingMessages
  logger: AgentLogger
}

/**
 * Wallets without an address reconnect and fetch their queued messages (message pickup 2.0, RFC 0685). Answers on the
 * lost socket may not have arrived, so open ones are sent again, as is the answer to a repeated handshake. Wallets
 * ignore repetitions, but not all of them at the same moment, so messages that they fetch are not sent as well.
 */
export function resendToReturning(dependencies: Dependencies): {
  answered(context: DidCommInboundMessageContext): void
} {
  const fetchedBy = new WeakMap<DidCommInboundMessageContext, Set<unknown>>()
  addHandlerMiddleware(dependencies.credo, async (context, next) => {
    const { message, connection } = context
    if (connection && isRepeated(context)) return dependencies.resumption.answerHandshake(connection)
    if (connection && message instanceof DidCommDeliveryRequestV2Message)
      fetchedBy.set(context, await dependencies.waiting.threadsFor(dependencies.credo.context, connection.id))
    await next()
  })
  return {
    // Not before: by HTTP there is room for one message on the way back.
    answered: (context) => {
      const fetched = fetchedBy.get(context)
      if (fetched && context.connection) void resendOpen(dependencies, context.connection, fetched)
    },
  }
}

async function resendOpen(
  { credo, threads, resumption, logger }: Dependencies,
  connection: DidCommConnectionRecord,
  fetched: Set<unknown>,
): Promise<void> {
  const { credentials, proofs } = credo.didcomm
  const of = { connectionId: connection.id }
  const resend = (record: Exchange, find: () => Promise<DidCommMessage | null>) =>
    threads.run(record.threadId, async () => {
      const message = fetched.has(record.threadId) ? null : await find()
      if (message) await sendMessage(credo, message, connection, record)
    })
  try {
    if (!fetched.has(connection.threadId)) await resumption.answerHandshake(connection)
    const page = { limit: most }
    const issuing = { ...of, role: DidCommCredentialRole.Issuer }
    const offered = { ...issuing, state: DidCommCredentialState.OfferSent }
    for (const record of await credentials.findAllByQuery(offered, page))
      await resend(record, async () => credentials.findOfferMessage(record.id))
    const issued = { ...issuing, state: DidCommCredentialState.CredentialIssued }
    for (const record of await credentials.findAllByQuery(issued, page))
      await resend(record, async () => credentials.findCredentialMessage(record.id))
    const requested = { ...of, role: DidCommProofRole.Verifier, state: DidCommProofState.RequestSent }
    for (const record of await proofs.findAllByQuery(requested, page))
      await resend(record, async () => proofs.findRequestMessage(record.id))
  } catch (error) {
    logger.warn('What waits for a wallet could not be sent again', { about: loggableReason(error) })
  }
}
