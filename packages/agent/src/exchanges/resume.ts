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

/**
 * Goes on with what a sudden end interrupted: messages that were taken but not answered, and answers that may not have
 * left. Wallets ignore what they have already. Failures are logged; the visitor can still ask again.
 */
export async function resumeExchanges(credo: CredoAgent, threads: ThreadOrder, logger: AgentLogger): Promise<void> {
  const { connections, credentials, proofs } = credo.didcomm
  const go = async (threadId: string, work: () => Promise<unknown>) => {
    try {
      await threads.run(threadId, work)
    } catch (error) {
      logger.warn('An interrupted exchange could not be resumed', { about: leadingWords((error as Error).message) })
    }
  }

  const [requested, asked, issued, proved] = await Promise.all([
    connections.findAllByQuery({
      state: DidCommDidExchangeState.RequestReceived,
      role: DidCommDidExchangeRole.Responder,
    }),
    credentials.findAllByQuery({
      state: DidCommCredentialState.RequestReceived,
      role: DidCommCredentialRole.Issuer,
    }),
    credentials.findAllByQuery({
      state: DidCommCredentialState.CredentialIssued,
      role: DidCommCredentialRole.Issuer,
    }),
    proofs.findAllByQuery({ state: DidCommProofState.PresentationReceived, role: DidCommProofRole.Verifier }),
  ])
  await Promise.all([
    ...requested.map(({ id, threadId }) => go(threadId ?? id, () => connections.acceptRequest(id))),
    ...asked.map(({ id, threadId }) =>
      go(threadId, () => credentials.acceptRequest({ credentialExchangeRecordId: id })),
    ),
    ...issued.map((record) => go(record.threadId, () => sendCredentialAgain(credo, record))),
    ...proved.map(({ id, threadId }) => go(threadId, () => proofs.acceptPresentation({ proofExchangeRecordId: id }))),
  ])
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
