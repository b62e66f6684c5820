/** A failed call. `message` is a sentence that can be shown to a person. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The server's error code, or one of ours: `network`, `timeout`, `unexpected-answer`. */
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

export const networkError = () =>
  new ApiError({
    code: 'network',
    message: 'The connection to this site was interrupted. Check that you are online, then try again.',
    status: 0,
    temporary: true,
  })

export const timeoutError = () =>
  new ApiError({
    code: 'timeout',
    message: 'The server took too long to answer. Try again in a moment.',
    status: 0,
    temporary: true,
  })

/** The answer was not in the agreed form: an old page, or something between the page and the server. */
export const unexpectedAnswerError = (status: number) =>
  new ApiError({
    code: 'unexpected-answer',
    message: 'The server gave an answer that this page does not understand. Reload the page and try again.',
    status,
    temporary: false,
  })

const faultOfThisPage = 'Something went wrong on this page. Reload it and try again.'

/** A failure as it is kept in the store and shown. */
export interface Failure {
  message: string
  /** The server's error code, or one of ours; absent for a fault of this page. */
  code?: string
  /** Trying again may help. */
  temporary: boolean
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { message: faultOfThisPage, temporary: false }
  return { message: error.message, code: error.code, temporary: error.temporary }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** The caller gave up (left the step); nobody needs to be told. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
