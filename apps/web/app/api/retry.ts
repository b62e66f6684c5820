import { ApiError } from './api-error.ts'

/** Pauses between attempts; the last one repeats. */
const pauses = [500, 1_000, 2_000, 4_000] as const
const lastPause = 5_000
/** Retry limit: a restarting server is back by then. */
const patience = 60_000
/** A longer Retry-After is reported to the visitor instead of waited for. */
const longestPause = 15_000
/** Random share added to a pause: it keeps many pages from returning at once. */
const jitter = 0.25

export interface RetryOptions {
  signal?: AbortSignal | undefined
  /** Looked at before each retry; false ends them. */
  isWanted?: () => boolean
  /** Called before each pause; the page can announce the retry. */
  onRetry?: ((error: ApiError, pause: number) => void) | undefined
}

function awaited() {
  let happens = () => {}
  const promise = new Promise<void>((resolve) => {
    happens = resolve
  })
  return { promise, happens }
}
let comingBack = awaited()

/** The network, the server or the visitor is back: ends all pauses before a retry. */
export function retryNow(): void {
  comingBack.happens()
  comingBack = awaited()
}

/** Resolves at the next `retryNow`. */
export const comeback = (): Promise<void> => comingBack.promise

/**
 * The one retry policy (docs/product.md, section 4): temporary failures are retried with growing pauses, honouring
 * Retry-After, for a minute after the call or the last `retryNow` began.
 *
 * @throws ApiError of the last attempt; `AbortError` when the signal fires, or when it is no longer wanted.
 */
export async function retrying<Answer>(attempt: () => Promise<Answer>, options: RetryOptions = {}): Promise<Answer> {
  let count = 0
  let end = Date.now() + patience
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ApiError) || !error.temporary) throw error
      const { retryAfter = 0 } = error
      const wait = Math.max(pauses[count] ?? lastPause, retryAfter) * (1 + Math.random() * jitter)
      if (retryAfter > longestPause || Date.now() + wait > end) throw error
      options.onRetry?.(error, wait)
      if (await isWoken(wait, options.signal)) {
        count = 0
        end = Date.now() + patience
      } else {
        count += 1
      }
      if (options.isWanted?.() === false) throw abortError()
    }
  }
}

/** Pauses; resolves with whether a comeback cut the pause short. */
const isWoken = (pause: number, signal?: AbortSignal): Promise<boolean> =>
  Promise.race([comeback().then(() => true), sleep(pause, signal).then(() => false)])

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
