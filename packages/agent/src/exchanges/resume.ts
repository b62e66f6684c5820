import {
  type DidCommCredentialExchangeRecord,
  DidCommCredentialRole,
  DidCommCredentialState,
  DidCommDidExchangeRole,
  DidCommDidExchangeState,
  DidCommMessageSender,
  DidCommProofRole,
  DidCommProofState,
  getOutboundDidCommMessageContext,
} from '@credo-ts/didcomm'
import type { CredoAgent } from '../credo/agent.ts'
import { leadingWords } from '../credo/logger.ts'
import type { AgentLogger } from '../options.ts'
import type { ThreadOrder } from './thread-order.ts'

/** Messages not answered for this long, in milliseconds, are taken up again; after the second time they are given up. */
const unanswered = { from: 20_000, to: 10 * 60_000 }

/**
 * Goes on with what a sudden end interrupted: messages that were taken but not answered, and answers that may not have
 * left. Wallets ignore what they have already. Failures are logged; the visitor can still ask again.
 */
export async function resumeExchanges(credo: CredoAgent, threads: ThreadOrder, logger: AgentLogger): Promise<void> {
  const { credentials } = credo.didcomm
  const issued = await credentials.findAllByQuery({
    state: DidCommCredentialState.CredentialIssued,
    role: DidCommCredentialRole.Issuer,
  })
  const go = goingOn(threads, logger)
  await Promise.all([
    answerOpenMessages(credo, threads, logger, () => true),
    ...issued.map((record) => go(record.threadId, () => sendCredentialAgain(credo, record))),
  ])
}

/** The same for what failed for a moment while running: the database was away, the line was full. */
export async function resumeFailed(credo: CredoAgent, threads: ThreadOrder, logger: AgentLogger): Promise<void> {
  await answerOpenMessages(credo, threads, logger, ({ updatedAt, createdAt }) => {
    const age = Date.now() - (updatedAt ?? createdAt).getTime()
    return age > unanswered.from && age < unanswered.to
  })
}

async function answerOpenMessages(
  credo: CredoAgent,
  threads: ThreadOrder,
  logger: AgentLogger,
  isDue: (record: { updatedAt?: Date; createdAt: Date }) => boolean,
): Promise<void> {
  const { connections, credentials, proofs } = credo.didcomm
  const go = goingOn(threads, logger)
  const [requested, asked, proved] = await Promise.all([
    connections.findAllByQuery({
      state: DidCommDidExchangeState.RequestReceived,
      role: DidCommDidExchangeRole.Responder,
    }),
    credentials.findAllByQuery({
      state: DidCommCredentialState.RequestReceived,
      role: DidCommCredentialRole.Issuer,
    }),
    proofs.findAllByQuery({ state: DidCommProofState.PresentationReceived, role: DidCommProofRole.Verifier }),
  ])
  await Promise.all([
    ...requested.filter(isDue).map(({ id, threadId }) => go(threadId ?? id, () => connections.acceptRequest(id))),
    ...asked
      .filter(isDue)
      .map(({ id, threadId }) => go(threadId, () => credentials.acceptRequest({ credentialExchangeRecordId: id }))),
    ...proved
      .filter(isDue)
      .map(({ id, threadId }) => go(threadId, () => proofs.acceptPresentation({ proofExchangeRecordId: id }))),
  ])
}

function goingOn(threads: ThreadOrder, logger: AgentLogger) {
  return async (threadId: string, work: () => Promise<unknown>) => {
    try {
      await threads.run(threadId, work)
    } catch (error) {
      logger.warn('An interrupted exchange could not be resumed', { about: leadingWords(error) })
    }
  }
}

async function sendCredentialAgain(credo: CredoAgent, record: DidCommCredentialExchangeRecord): Promise<void> {
  const message = await credo.didcomm.credentials.findCredentialMessage(record.id)
  if (!message || !record.connectionId) return
  const connectionRecord = await credo.didcomm.connections.getById(record.connectionId)
  const outbound = await getOutboundDidCommMessageContext(credo.context, {
    message,
    connectionRecord,
    associatedRecord: record,
  })
  await credo.context.resolve(DidCommMessageSender).sendMessage(outbound)
}
