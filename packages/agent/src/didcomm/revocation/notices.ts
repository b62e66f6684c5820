import {
  DidCommMessageSender,
  DidCommOutboundMessageContext,
  DidCommRevocationNotificationV1Message,
  DidCommRevocationNotificationV2Message,
} from '@credo-ts/didcomm'
import { loggableReason } from '../../core/loggable-reason.ts'
import type { RevocationNotice, StatusEntry } from '../../port/agent.ts'
import type { AgentLogger } from '../../port/options.ts'
import type { CredoAgent } from '../credo/agent.ts'
import type { Connections } from '../exchanges/connections.ts'

/** Tells wallets that a credential of theirs was revoked (RFC 0183, the earlier form, and RFC 0721). */
export class RevocationNotices {
  readonly #credo: CredoAgent
  readonly #connections: Connections
  readonly #logger: AgentLogger

  constructor(credo: CredoAgent, connections: Connections, logger: AgentLogger) {
    this.#credo = credo
    this.#connections = connections
    this.#logger = logger
  }

  /** A wallet that cannot be reached stays untold: the credential is revoked all the same. */
  async send({ list, index }: StatusEntry, { connectionId, form, comment, threadId }: RevocationNotice): Promise<void> {
    const credentialId = `${list}::${index}`
    const message =
      form === 'earlier'
        ? new DidCommRevocationNotificationV1Message({ issueThread: `indy::${credentialId}`, comment })
        : new DidCommRevocationNotificationV2Message({ revocationFormat: 'indy-anoncreds', credentialId, comment })
    if (threadId) message.setThread({ parentThreadId: threadId })
    try {
      const connection = await this.#credo.didcomm.connections.getById(
        await this.#connections.establishedId(connectionId),
      )
      await this.#credo.context
        .resolve(DidCommMessageSender)
        .sendMessage(new DidCommOutboundMessageContext(message, { agentContext: this.#credo.context, connection }))
    } catch (error) {
      this.#logger.warn('A wallet could not be told of a revocation', {
        about: loggableReason(error),
      })
    }
  }
}
