import {
  type DidCommConnectionRecord,
  type DidCommCredentialExchangeRecord,
  type DidCommMessage,
  DidCommMessageSender,
  DidCommOutboundMessageContext,
  type DidCommProofExchangeRecord,
} from '@credo-ts/didcomm'
import type { CredoAgent } from '../credo/credo-agent.ts'

/** Bypasses the protocols, which would count the message as a step. Rejects when it can't be sent. */
export async function sendMessage(
  { context }: Pick<CredoAgent, 'context'>,
  message: DidCommMessage,
  connection: DidCommConnectionRecord,
  associatedRecord?: DidCommCredentialExchangeRecord | DidCommProofExchangeRecord,
): Promise<void> {
  const outbound = new DidCommOutboundMessageContext(message, { agentContext: context, connection, associatedRecord })
  await context.resolve(DidCommMessageSender).sendMessage(outbound)
}
