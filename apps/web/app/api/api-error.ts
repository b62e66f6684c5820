/** A failed call. Pages word it by code (`texts/failure-text.ts`); `message` is the server's, for unknown codes. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /**
   * The server's code, or a local one: `network`, `timeout`, `unexpected-answer`, `preparing`, `unknown-credential`,
   * `cookies-refused`.
   */
  readonly code: string
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  /** A later retry may succeed (network, time-out, 429, 503). */
  readonly temporary: boolean
  /** Milliseconds, from the server's Retry-After. */
  readonly retryAfter: number | undefined

  constructor(details: { code: string; message: string; status: number; temporary: boolean; retryAfter?: number }) {
    super(details.message)
    this.code = details.code
    this.status = details.status
    this.temporary = details.temporary
    this.retryAfter = details.retryAfter
  }
}

/** A local failure, fully described by its code. */
const ownError = (code: string, temporary: boolean, status = 0) =>
  new ApiError({ code, message: '', status, temporary })

export const networkError = () => ownError('network', true)

export const timeoutError = () => ownError('timeout', true)

/** The response has the wrong form: an outdated page, or a proxy in between. */
export const unexpectedAnswerError = (status: number) => ownError('unexpected-answer', false, status)

/** Without its cookie the server can't tell whose wallet has answered. */
export const cookiesRefusedError = () => ownError('cookies-refused', false)

/** Generating the keys takes longer than it ever should. */
export const preparationError = () => ownError('preparing', true, 202)

/** Content requests a credential that it issues nowhere. */
export const unknownCredentialError = () => ownError('unknown-credential', false)

/** The server has forgotten what it was asked about, again and again. */
export const forgottenFailure = (what: 'invitation' | 'credential'): Failure => ({
  code: `${what}-not-found`,
  message: '',
  temporary: false,
})

/** A failure in the store's form. */
export interface Failure {
  /** `page` for a fault of the page itself. */
  code: string
  /** The server's sentence, for unknown codes; may be empty. */
  message: string
  /** A retry may help. */
  temporary: boolean
  /** Milliseconds after which it may. */
  retryAfter?: number
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { code: 'page', message: '', temporary: false }
  const { code, message, temporary, retryAfter } = error
  return { code, message, temporary, ...(retryAfter && { retryAfter }) }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** The caller cancelled, for example on leaving the step: show nothing. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
