import { type Agent, CredoError } from '@credo-ts/core'
import {
  DidCommConnectionService,
  DidCommCredentialExchangeRecord,
  DidCommCredentialExchangeRepository,
  type DidCommInboundMessageContext,
  DidCommMessageRepository,
  type DidCommProofExchangeRecord,
  DidCommProofExchangeRepository,
} from '@credo-ts/didcomm'
import { addHandlerMiddleware } from './handler-middleware.ts'

/** A message that closes an exchange, in the exchange's own protocol or a general one (RFC 0015, 0035, 0453, 0454). */
const closing =
  /^https:\/\/didcomm\.org\/(issue-credential|present-proof|notification|report-problem)\/\d+\.\d+\/(ack|problem-report|propose-\w+)$/

/** Its reason. A proposal asks for something else than was offered or requested. */
export type ClosingWord = 'confirmed' | 'refused' | 'proposed'

interface Closes<Exchange> {
  close(context: DidCommInboundMessageContext, exchange: Exchange, word: ClosingWord): Promise<void>
}

/** Wallets differ in the protocol, version and fields of what they close an exchange with, so all of them are taken. */
export function takeClosingMessages(
  credo: Agent,
  issuing: Closes<DidCommCredentialExchangeRecord>,
  verifying: Closes<DidCommProofExchangeRecord>,
): void {
  addHandlerMiddleware(credo, async (context, next) => {
    const exchange = await exchangeOf(context)
    const word = wordOf(context)
    if (!exchange && word === 'refused') throw new CredoError('A problem report is about no exchange')
    if (!exchange) return next()
    await context.agentContext
      .resolve(DidCommConnectionService)
      .assertConnectionOrOutOfBandExchange(context, { expectedConnectionId: exchange.connectionId })
    if (!word) return
    if (exchange instanceof DidCommCredentialExchangeRecord) await issuing.close(context, exchange, word)
    else await verifying.close(context, exchange, word)
  })
}

/** A closing message may name its exchange by the parent thread, or by the message that it answers, alone. */
export async function joinThread(context: DidCommInboundMessageContext): Promise<void> {
  const exchange = await exchangeOf(context)
  const { message } = context
  if (exchange)
    message.setThread({
      ...message.thread,
      threadId: exchange.threadId,
      parentThreadId: exchange.parentThreadId ?? message.thread?.parentThreadId,
    })
}

async function exchangeOf({
  agentContext,
  message,
}: DidCommInboundMessageContext): Promise<DidCommCredentialExchangeRecord | DidCommProofExchangeRecord | undefined> {
  const [, protocol] = closing.exec(message.type) ?? []
  const { threadId, parentThreadId } = message.thread ?? {}
  const named = [threadId, parentThreadId].filter((id) => id !== undefined)
  if (!protocol || named.length === 0) return undefined
  const find = async (ids: string[]) => {
    const query = { $or: ids.flatMap((id) => [{ threadId: id }, { parentThreadId: id }]) }
    const [credential] =
      protocol === 'present-proof'
        ? []
        : await agentContext.resolve(DidCommCredentialExchangeRepository).findByQuery(agentContext, query)
    if (credential || protocol === 'issue-credential') return credential
    const [proof] = await agentContext.resolve(DidCommProofExchangeRepository).findByQuery(agentContext, query)
    return proof
  }
  const found = await find(named)
  if (found) return found
  const messages = await agentContext
    .resolve(DidCommMessageRepository)
    .findByQuery(agentContext, { $or: named.map((messageId) => ({ messageId })) })
  return messages[0] && find([messages[0].getTags().threadId])
}

function wordOf({ message }: DidCommInboundMessageContext): ClosingWord | undefined {
  const [, , name] = closing.exec(message.type) ?? []
  if (!name) return undefined
  if (name !== 'ack') return name === 'problem-report' ? 'refused' : 'proposed'
  const { status } = message as { status?: unknown }
  // One that is pending is followed by another (RFC 0015).
  return status === 'PENDING' ? undefined : status === 'FAIL' ? 'refused' : 'confirmed'
}
