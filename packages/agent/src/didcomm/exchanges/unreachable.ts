import { MessageSendingError } from '@credo-ts/didcomm'
import { AgentError } from '../../port/errors.ts'
import type { FailedReads } from '../store/failed-reads.ts'

/**
 * Sends a first message. When it does not reach the wallet, the exchange that it would have begun is forgotten and
 * `unreachable` is thrown, or the store's own error when a read of it failed meanwhile.
 */
export async function orUnreachable<Result>(
  sending: Promise<Result>,
  failedReads: FailedReads,
  forget: (exchangeId: string) => Promise<unknown>,
): Promise<Result> {
  const failedBefore = failedReads.last
  try {
    return await sending
  } catch (error) {
    if (!(error instanceof MessageSendingError)) throw error
    const begun = error.outboundMessageContext.associatedRecord
    if (begun) await forget(begun.id)
    if (failedReads.last !== failedBefore) throw failedReads.last
    throw new AgentError('unreachable', 'The wallet cannot be reached right now.', { cause: error })
  }
}
