import { HolderError } from './holder-error.ts'

/**
 * What is asked of somebody, as long as it takes no longer than `limit` milliseconds; otherwise rejects with `unreachable`. The signal
 * tells `work` to stop and is not relied on: Node's fetch may leave an answer half read under load, and hear of no signal then.
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
