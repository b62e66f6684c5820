import { setTimeout } from 'node:timers/promises'
import type { AgentLogger } from '../port/options.ts'

/** Does a chore again and again, a pause of so many milliseconds apart, until told to stop. Failures are logged. */
export async function repeat(
  pause: number,
  chore: () => Promise<void>,
  stopping: AbortSignal,
  logger: AgentLogger,
): Promise<void> {
  while (!stopping.aborted) {
    await setTimeout(pause, undefined, { signal: stopping, ref: false }).catch(() => undefined)
    if (stopping.aborted) return
    await chore().catch((error: Error) => logger.error('A chore of the agent failed', { error: error.name }))
  }
}
