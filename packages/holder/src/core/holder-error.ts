/** Why a wallet could not do what it was asked; the user interface has a sentence for each. */
export type HolderErrorCode =
  | 'not-an-invitation'
  /** The invitation is of a protocol that this wallet does not speak (connections 1.0, DIDComm v2). */
  | 'unsupported-invitation'
  /** The offer is of a credential that this wallet can't hold. */
  | 'unsupported-credential'
  | 'several-credentials'
  /** The offer wants keys that a device's maker vouches for. */
  | 'attested-keys'
  /** The offer wants a login at the issuer. */
  | 'login-needed'
  /** The request is of a kind that this wallet can't answer. */
  | 'unsupported-request'
  /** The request is not signed by the verifier that it names, or names an address that it may not. */
  | 'untrusted-request'
  /** An address that had to be asked did not answer. */
  | 'unreachable'
  /** There is no such open offer or request, or no such credential. */
  | 'not-open'
  /** A definition, schema or status list is missing, forged or not as it should be. */
  | 'untrusted'
  /** An issuer's word about itself and its credentials is missing or contradicts itself. */
  | 'untrusted-issuer'
  /** Longer than this wallet reads. */
  | 'too-large'
  /** Sound, but in the future by this device's clock. */
  | 'wrong-clock'
  /** No credential fits what is asked. */
  | 'cannot-prove'
  | 'revoked'
  | 'unread'
  | 'suspended'
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
  /** The storage does not answer any more. */
  | 'lost-storage'
  /** This browser runs no WebAssembly, which AnonCreds need. */
  | 'no-webassembly'
  /** A part of the wallet's code did not come. */
  | 'not-loaded'
  | 'failed'

export class HolderError extends Error {
  override readonly name = 'HolderError'
  readonly code: HolderErrorCode
  constructor(code: HolderErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const hasCode = (error: unknown, code: HolderErrorCode): boolean =>
  error instanceof HolderError && error.code === code
