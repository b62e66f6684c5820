import { DidCommRevocationNotificationV1Message, DidCommRevocationNotificationV2Message } from '@credo-ts/didcomm'
import { loggableReason } from '../../core/loggable-reason.ts'
import type { RevocationNotice, StatusEntry } from '../../port/exchanges.ts'
import type { AgentLogger } from '../../port/options.ts'
import type { CredoAgent } from '../credo/credo-agent.ts'
import type { Connections } from '../exchanges/didcomm-connections.ts'
import { sendMessage } from '../exchanges/send-message.ts'

interface Dependencies {
  credo: CredoAgent
  connections: Connections
  logger: AgentLogger
}

/**
 * Notifies a wallet of a revocation (RFC 0183, the earlier form, and RFC 0721). One that cannot be reached gets no
 * notice: its credential is revoked all the same.
 */
export async function sendNotice(
  { credo, connections, logger }: Dependencies,
  { list, index }: StatusEntry,
  { connectionId, form, comment, threadId }: RevocationNotice,
): Promise<void> {
  const credentialId = `${list}::${index}`
  const message =
    form === 'earlier'
      ? new DidCommRevocationNotificationV1Message({ issueThread: `indy::${credentialId}`, comment })
      : new DidCommRevocationNotificationV2Message({ revocationFormat: 'indy-anoncreds', credentialId, comment })
  if (threadId) message.setThread({ parentThreadId: threadId })
  try {
    const credoId = await connections.establishedId(connectionId)
    await sendMessage(credo, message, await credo.didcomm.connections.getById(credoId))
  } catch (error) {
    logger.warn('A wallet could not be notified of a revocation', { about: loggableReason(error) })
  }
}
