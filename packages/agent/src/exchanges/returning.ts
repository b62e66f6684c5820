import {
  type DidCommConnectionRecord,
  type DidCommCredentialExchangeRecord,
  DidCommCredentialRole,
  DidCommCredentialState,
  DidCommDeliveryRequestV2Message,
  type DidCommMessage,
  DidCommMessageHandlerRegistry,
  type DidCommProofExchangeRecord,
  DidCommProofRole,
  DidCommProofState,
} from '@credo-ts/didcomm'
import type { CredoAgent } from '../credo/agent.ts'
import { leadingWords } from '../leading-words.ts'
import type { AgentLogger } from '../options.ts'
import { isRepeated } from './handshakes.ts'
import type { Resumption } from './resume.ts'
import { sendMessage } from './send-message.ts'
import type { ThreadOrder } from './thread-order.ts'

/** Exchanges of each kind and connection. */
const most = 100

type Exchange = DidCommCredentialExchangeRecord | DidCommProofExchangeRecord

interface Parts {
  credo: CredoAgent
  threads: ThreadOrder
  resumption: Resumption
  logger: AgentLogger
}

/**
 * Wallets without an address come back over another socket and ask for what waits for them (message pickup 2.0, RFC 0685). Nobody knows
 * whether they got what went over the socket that they had lost before, so what still waits for them is sent once more. Wallets
 * ignore what they have already. A handshake that a wallet asks for once more, because it got no answer, gets the same answer.
 */
export function resendToReturning(parts: Parts): void {
  const handlers = parts.credo.dependencyManager.resolve(DidCommMessageHandlerRegistry)
  handlers.registerMessageHandlerMiddleware(async (context, next) => {
    const { message, connection } = context
    if (connection && isRepeated(context)) return parts.resumption.answerHandshakeAgain(connection)
    await next()
    if (connection && message instanceof DidCommDeliveryRequestV2Message) void resendOpen(parts, connection)
  })
}

async function resendOpen(
  { credo, threads, resumption, logger }: Parts,
  connection: DidCommConnectionRecord,
): Promise<void> {
  const { credentials, proofs } = credo.didcomm
  const of = { connectionId: connection.id }
  const resend = (record: Exchange, find: () => Promise<DidCommMessage | null>) =>
    threads.run(record.threadId, async () => {
      const message = await find()
      if (message) await sendMessage(credo, message, connection, record)
    })
  try {
    await resumption.answerHandshakeAgain(connection)
    const role = DidCommCredentialRole.Issuer
    const page = { limit: most }
    const offered = await credentials.findAllByQuery({ ...of, role, state: DidCommCredentialState.OfferSent }, page)
    for (const record of offered) await resend(record, async () => credentials.findOfferMessage(record.id))
    const issued = await credentials.findAllByQuery(
      { ...of, role, state: DidCommCredentialState.CredentialIssued },
      page,
    )
    for (const record of issued) await resend(record, async () => credentials.findCredentialMessage(record.id))
    const open = { ...of, role: DidCommProofRole.Verifier, state: DidCommProofState.RequestSent }
    for (const record of await proofs.findAllByQuery(open, page))
      await resend(record, async () => proofs.findRequestMessage(record.id))
  } catch (error) {
    logger.warn('What waits for a wallet could not be sent again', { about: leadingWords(error) })
  }
}
