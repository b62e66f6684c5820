import {
  type DidCommConnectionRecord,
  type DidCommCredentialExchangeRecord,
  type DidCommMessage,
  DidCommMessageSender,
  type DidCommProofExchangeRecord,
  getOutboundDidCommMessageContext,
} from '@credo-ts/didcomm'
import type { CredoAgent } from '../credo/agent.ts'

/** Bypasses the protocols, which would count the message as a step. Rejects when it can't be sent. */
export async function sendMessage(
  { context }: Pick<CredoAgent, 'context'>,
  message: DidCommMessage,
  connectionRecord: DidCommConnectionRecord,
  associatedRecord?: DidCommCredentialExchangeRecord | DidCommProofExchangeRecord,
): Promise<void> {
  const outbound = await getOutboundDidCommMessageContext(context, { message, connectionRecord, associatedRecord })
  await context.resolve(DidCommMessageSender).sendMessage(outbound)
}
