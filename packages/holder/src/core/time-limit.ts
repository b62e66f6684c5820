import { HolderError } from './holder-error.ts'

/**
 * Resolves like `work` within `limit` milliseconds, else rejects with `unreachable`. The signal tells `work` to stop,
 * but Node's fetch may leave a half-read answer and ignore it under load.
 */
export async function inTime<Result>(limit: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new HolderError('unreachable', 'An answer did not come in time'))
      stop.abort()
    }, limit)
  })
  try {
    return await Promise.race([work(stop.signal), late])
  } finally {
    clearTimeout(timer)
  }
}
