import type { Agent } from '@lastmile/agent'
import type { CredentialExchangeRow } from '../../platform/database-schema.ts'
import { ApiError, notFound } from '../../platform/errors.ts'
import type { EventPublisher } from '../../platform/event-publisher.ts'
import type { Locks } from '../../platform/locks.ts'
import { type CredentialRepository, isOpen } from '../credentials/repository.ts'

export interface RevocationRequest {
  connectionId: string
  registryId: string
  /** The credential's index in the registry, as text. */
  index: string
  publish: boolean
  /** Of the issuance; when given it must be that of the credential. */
  threadId: string | undefined
  /** Absent: the wallet is not told. */
  notification?: { version: 'v1_0' | 'v2_0'; comment?: string }
}

/** Revocation of credentials by the visitor that they were issued for. */
export class RevocationService {
  readonly #agent: Agent
  readonly #credentials: CredentialRepository
  readonly #events: EventPublisher
  readonly #locks: Locks

  constructor(agent: Agent, credentials: CredentialRepository, events: EventPublisher, locks: Locks) {
    this.#agent = agent
    this.#credentials = credentials
    this.#events = events
    this.#locks = locks
  }

  /** Revokes once, however often it is asked. @throws ApiError 404 when it is not the visitor's, 409 before it is issued */
  async revoke(visitor: string, request: RevocationRequest): Promise<CredentialExchangeRow> {
    const { connectionId, registryId, index } = request
    const exchange = await this.#credentials.findByRevocation(visitor, { connectionId, registryId, index })
    if (!exchange || (request.threadId ?? exchange.threadId) !== exchange.threadId) throw notFound('credential')
    return this.#locks.withLock(`revoke:${exchange.id}`, async () => {
      const current = (await this.#credentials.find(exchange.id)) ?? exchange
      if (isOpen(current) || current.state === 'abandoned') {
        throw new ApiError(409, 'not-issued', 'This credential has not been issued, so there is nothing to revoke.')
      }
      const already = current.state === 'credential_revoked'
      // Asked again, the wallet is not told twice; a revocation that was only recorded is published now.
      if (!already || request.publish) {
        await this.#agent.revokeCredential({
          revocationRegistryId: registryId,
          revocationIndex: index,
          publish: request.publish,
          ...(request.notification &&
            !already && {
              notification: { connectionId, threadId: exchange.threadId, ...request.notification },
            }),
        })
      }
      const revoked = await this.#credentials.markRevoked(exchange.id, new Date().toISOString())
      if (revoked) this.#events.publish({ type: 'credential', credential: revoked })
      return revoked ?? current
    })
  }
}
