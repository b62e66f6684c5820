import type { Agents, RevocationNotice } from '@lastmile/agent/port'
import type { CredentialEntry } from '../../platform/database/schema.ts'
import { ApiError, notFound } from '../../platform/http/errors.ts'
import type { Locks } from '../../platform/process/locks.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { isOpen } from '../ledger/states.ts'

export interface RevocationRequest {
  /** When given it must be that of the credential. */
  connectionId: string | undefined
  /** The credential's place in a published list. */
  list: string
  index: string
  publish: boolean
  /** The issuance's thread; when given it must be that of the credential. */
  threadId: string | undefined
  /** Absent: the wallet is not notified. */
  notice?: Pick<RevocationNotice, 'form' | 'comment'>
}

export type Revoke = ReturnType<typeof createRevoke>

/**
 * Revokes credentials for the visitor that they were issued for. Idempotent. It throws ApiError 404 when a credential
 * is not the visitor's, 409 before it is issued.
 */
export const createRevoke =
  (agents: Agents, ledger: Ledger, locks: Locks) =>
  async (visitor: string, request: RevocationRequest): Promise<CredentialEntry> => {
    const credential = await ledger.findByStatus(visitor, request)
    if (!credential || (request.threadId ?? credential.threadId) !== credential.threadId) throw notFound('credential')
    return locks.withLock(`revoke:${credential.id}`, async () => {
      const current = (await ledger.find('credential', credential.id)) ?? credential
      if (isOpen(current) || current.state === 'abandoned') {
        throw new ApiError(409, 'not-issued', 'This credential has not been issued, so there is nothing to revoke.')
      }
      const already = current.state === 'credential_revoked'
      // Asked again, the wallet is not notified twice; a revocation that was only recorded is published now.
      if (!already || request.publish) {
        const { list, index, publish } = request
        const { protocol, connectionId, threadId } = credential
        // Without a connection the wallet learns it from the published list alone.
        const notice = request.notice &&
          !already &&
          connectionId !== null && { connectionId, threadId, ...request.notice }
        await agents[protocol].revoke({ list, index: Number(index) }, { publish, ...(notice && { notice }) })
      }
      // A deleted credential can still be revoked.
      const change = { state: 'credential_revoked' } as const
      const revoked = await ledger.advance('credential', credential.id, change, { evenDeleted: true })
      return revoked ?? current
    })
  }
