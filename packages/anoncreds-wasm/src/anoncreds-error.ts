/** The cause; the message beside it names fields and rules, never a value. */
export type AnonCredsErrorCode =
  /** The caller's own input: a link secret, metadata, the shape of a task. */
  | 'bad-task'
  | 'bad-definition'
  | 'bad-offer'
  /** Also a presentation with another link secret than the credential was made for. */
  | 'bad-credential'
  /** A registry, status list or tails file that is malformed or does not fit the credential. */
  | 'bad-registry'
  | 'bad-request'
  /** The credentials chosen do not answer the request. */
  | 'bad-selection'
  /** A revocable credential without its registry. */
  | 'no-registry'
  | 'revoked'
  | 'false-predicate'
  /** The module failed, which no input should make it do; the next call has a new one. */
  | 'internal'

export class AnonCredsError extends Error {
  override readonly name = 'AnonCredsError'
  readonly code: AnonCredsErrorCode

  constructor(code: AnonCredsErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
