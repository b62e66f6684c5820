import { MessageSendingError } from '@credo-ts/didcomm'
import { AgentError } from '../../port/errors.ts'

/**
 * Sends a first message. When it does not reach the wallet, the exchange that it would have begun is forgotten and
 * `unreachable` is thrown.
 */
export async function orUnreachable<Result>(
  sending: Promise<Result>,
  forget: (exchangeId: string) => Promise<unknown>,
): Promise<Result> {
  try {
    return await sending
  } catch (error) {
    if (!(error instanceof MessageSendingError)) throw error
    const begun = error.outboundMessageContext.associatedRecord
    if (begun) await forget(begun.id)
    throw new AgentError('unreachable', 'The wallet cannot be reached right now.', { cause: error })
  }
}
