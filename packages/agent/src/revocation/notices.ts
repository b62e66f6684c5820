import {
  DidCommMessageSender,
  DidCommOutboundMessageContext,
  DidCommRevocationNotificationV1Message,
  DidCommRevocationNotificationV2Message,
} from '@credo-ts/didcomm'
import type { CredoAgent } from '../credo/agent.ts'
import type { Connections } from '../exchanges/connections.ts'
import { leadingWords } from '../leading-words.ts'
import type { AgentLogger } from '../options.ts'
import type { RevocationOptions } from '../port.ts'

/** Tells wallets that a credential of theirs was revoked (RFC 0183 and RFC 0721). */
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
  async send(
    registryId: string,
    index: number,
    { connectionId, version, comment, threadId }: NonNullable<RevocationOptions['notification']>,
  ): Promise<void> {
    const message =
      version === 'v1_0'
        ? new DidCommRevocationNotificationV1Message({ issueThread: `indy::${registryId}::${index}`, comment })
        : new DidCommRevocationNotificationV2Message({
            revocationFormat: 'indy-anoncreds',
            credentialId: `${registryId}::${index}`,
            comment,
          })
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
        about: leadingWords(error),
      })
    }
  }
}
