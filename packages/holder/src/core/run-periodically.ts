import { randomBytes } from './nacl.ts'
import type { Platform } from './platform.ts'

/** Milliseconds. */
const times = { first: 2 * 60_000, others: 60 * 60_000 }

/**
 * Runs work soon and then about every hour, at moments of its own, so that others can't tell what made it run.
 * @returns ends it
 */
export function runPeriodically({ clock }: Pick<Platform, 'clock'>, work: () => void): () => void {
  let cancel: () => void
  const runAfter = (milliseconds: number) => {
    const [random = 0] = randomBytes(1)
    cancel = clock.after(milliseconds * (0.5 + random / 256), () => {
      work()
      runAfter(times.others)
    })
  }
  runAfter(times.first)
  return () => cancel()
}
