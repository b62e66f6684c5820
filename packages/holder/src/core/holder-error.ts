/** Why a wallet could not do what it was asked; the user interface has a sentence for each. */
export type HolderErrorCode =
  | 'not-an-invitation'
  /** The invitation is of a protocol that this wallet does not speak (connections 1.0, DIDComm v2). */
  | 'unsupported-invitation'
  /** An address that had to be asked did not answer. */
  | 'unreachable'
  /** There is no such open offer or request, or no such credential. */
  | 'not-open'
  /** A definition, schema or status list is missing, forged or not as it should be. */
  | 'untrusted'
  /** Sound, but in the future by this device's clock. */
  | 'wrong-clock'
  /** No credential fits what is asked. */
  | 'cannot-prove'
  | 'revoked'
  /** The issuer does not take the code that was typed in, or no longer. */
  | 'wrong-code'
  /** More than this wallet keeps. */
  | 'full'
  | 'wrong-password'
  | 'unreadable-file'
  /** A file whose keys are missing, or none. */
  | 'damaged-file'
  /** A file of more than a wallet takes. */
  | 'large-file'
  /** A file that a later version of this wallet made. */
  | 'newer-file'
  /** The storage was encrypted with another key. */
  | 'unreadable-storage'
  /** The wallet's own record is none, so that nothing can be proved with the others. */
  | 'damaged-storage'
  | 'failed'

export class HolderError extends Error {
  override readonly name = 'HolderError'
  readonly code: HolderErrorCode
  constructor(code: HolderErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
