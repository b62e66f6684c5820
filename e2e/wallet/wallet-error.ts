export type WalletErrorCode =
  | 'not-an-invitation'
  | 'used-before'
  | 'unreachable'
  | 'no-answer'
  | 'cannot-prove'
  | 'store-in-use'
  | 'failed'

/** A failure, as a sentence for the person who holds the wallet. */
export class WalletError extends Error {
  override readonly name = 'WalletError'
  readonly code: WalletErrorCode
  constructor(code: WalletErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Sorts the failures of the agent underneath by what a person can do about them. */
export function toWalletError(cause: unknown): WalletError {
  if (cause instanceof WalletError) return cause
  const message = cause instanceof Error ? cause.message : String(cause)
  if (/timeout/i.test(message)) {
    return new WalletError(
      'no-answer',
      'The other side did not answer in time. Ask for a new invitation and try again.',
      { cause },
    )
  }
  if (/undeliverable|unable to send|fetch failed|ECONN/i.test(message)) {
    return new WalletError('unreachable', 'The other side cannot be reached. Check that the demo is running.', {
      cause,
    })
  }
  return new WalletError('failed', `The wallet could not do that: ${message}`, { cause })
}
