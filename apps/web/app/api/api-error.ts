/** A failed call. Pages word it by code (`texts/failure-text.ts`); `message` is the server's, for unknown codes. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /**
   * The server's code, or a local one: `network`, `timeout`, `unexpected-answer`, `preparing`, `unknown-credential`.
   */
  readonly code: string
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  /** The same call may succeed a little later (network, time-out, 429, 503). */
  readonly temporary: boolean
  /** Milliseconds that the server asked us to wait. */
  readonly retryAfter: number | undefined

  constructor(details: { code: string; message: string; status: number; temporary: boolean; retryAfter?: number }) {
    super(details.message)
    this.code = details.code
    this.status = details.status
    this.temporary = details.temporary
    this.retryAfter = details.retryAfter
  }
}

/** A failure that was found here: its code says it all. */
const ownError = (code: string, temporary: boolean, status = 0) =>
  new ApiError({ code, message: '', status, temporary })

export const networkError = () => ownError('network', true)

export const timeoutError = () => ownError('timeout', true)

/** The answer was not in the agreed form: an old page, or something between the page and the server. */
export const unexpectedAnswerError = (status: number) => ownError('unexpected-answer', false, status)

/** The server is still making a credential's keys after longer than that ever takes. */
export const preparationError = () => ownError('preparing', true, 202)

/** Content asks for a credential that it issues nowhere. */
export const unknownCredentialError = () => ownError('unknown-credential', false)

/** A failure as it is kept in the store. */
export interface Failure {
  /** `page` for a fault of this page's own. */
  code: string
  /** The server's sentence, for codes that pages don't know; may be empty. */
  message: string
  /** Trying again may help. */
  temporary: boolean
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { code: 'page', message: '', temporary: false }
  const { code, message, temporary } = error
  return { code, message, temporary }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** The caller gave up (left the step); nobody needs to be told. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
