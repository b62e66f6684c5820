import type { Holder } from './port.ts'
import type { Snapshot } from './snapshot.ts'

/** @returns what was looked for, once it is there */
export type Look<Found> = (snapshot: Snapshot) => Found | undefined | false

/**
 * Resolves with what the first snapshot that fits, present or coming, has. Rejects when none does in time.
 * @param patience milliseconds
 */
export function waitForSnapshot<Found>(holder: Holder, look: Look<Found>, patience: number): Promise<Found> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop()
      reject(new Error(`Never seen; the last was ${JSON.stringify(holder.snapshot(), undefined, 1)}`))
    }, patience)
    const check = (snapshot: Snapshot) => {
      const found = look(snapshot)
      if (!found) return
      clearTimeout(timer)
      stop()
      resolve(found)
    }
    const stop = holder.subscribe(check)
    check(holder.snapshot())
  })
}
