import type { Clock } from './platform.ts'

/** The clock of the platform, of browsers and of Node. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds)
    return () => clearTimeout(timer)
  },
}
