export type WalletErrorCode =
  | 'not-an-invitation'
  | 'unreachable'
  | 'no-answer'
  | 'cannot-prove'
  | 'declined-by-issuer'
  | 'store-in-use'
  | 'failed'

/** What went wrong, as a sentence for the person who holds the wallet. */
export class WalletError extends Error {
  override readonly name = 'WalletError'
  readonly code: WalletErrorCode
  constructor(code: WalletErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
