import { setTimeout } from 'node:timers/promises'
import type { AgentLogger } from '../port/options.ts'

/** Runs a task every `pause` milliseconds until `stopping` is aborted. Failures are logged. */
export async function runPeriodically(
  pause: number,
  task: () => Promise<void>,
  stopping: AbortSignal,
  logger: AgentLogger,
): Promise<void> {
  while (!stopping.aborted) {
    await setTimeout(pause, undefined, { signal: stopping, ref: false }).catch(() => undefined)
    if (stopping.aborted) return
    await task().catch((error: Error) => logger.error('A periodic task of the agent failed', { error: error.name }))
  }
}
