import { ApiError } from './api-error.ts'

/** Pauses between the attempts of one call: five attempts within about 16 s. */
const backOff = [500, 1_000, 2_000, 4_000, 8_000] as const
/** A server that wants a longer pause than this is reported to the visitor instead of waited for. */
const longestPause = 15_000
/** At most this part of a pause is added at random, so that many pages do not come back at the same moment. */
const jitter = 0.25

export interface RetryOptions {
  signal?: AbortSignal | undefined
  /** Called before each pause, so that a page can say that it is trying again. */
  onRetry?: ((error: ApiError, pause: number) => void) | undefined
}

/**
 * The one error policy (decisions): a failure that may pass is retried with growing pauses, honouring Retry-After;
 * anything else, or the last failure, is thrown.
 *
 * @throws ApiError of the last attempt; `AbortError` when the signal fires.
 */
export async function retrying<Answer>(attempt: () => Promise<Answer>, options: RetryOptions = {}): Promise<Answer> {
  for (let count = 0; ; count += 1) {
    try {
      return await attempt()
    } catch (error) {
      const pause = backOff[count]
      if (!(error instanceof ApiError) || !error.temporary || pause === undefined) throw error
      if ((error.retryAfter ?? 0) > longestPause) throw error
      const wait = Math.max(pause, error.retryAfter ?? 0) * (1 + Math.random() * jitter)
      options.onRetry?.(error, wait)
      await sleep(wait, options.signal)
    }
  }
}

/** Resolves after `milliseconds`; rejects with `AbortError` when the signal fires first. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(abortError())
      return
    }
    const stop = () => {
      clearTimeout(timer)
      reject(abortError())
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

export const abortError = () => new DOMException('The page no longer needs this.', 'AbortError')

/** Milliseconds of a Retry-After header: seconds or an HTTP date (RFC 9110, 10.2.3). */
export function retryAfterOf(header: string | null, now = Date.now()): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
