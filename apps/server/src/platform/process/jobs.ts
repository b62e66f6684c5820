import type { Logger } from 'pino'

export interface Job {
  name: string
  everyMs: number
  run(): Promise<void>
}

/**
 * Runs each job once soon after the start and then again and again. A run that is still going is never doubled, and a
 * failing job is logged and tried again at its next turn.
 * @returns a function that stops the jobs and waits for those under way
 */
export function startJobs(jobs: Job[], logger: Logger): () => Promise<void> {
  const underWay = new Set<Promise<void>>()
  const timers = jobs.map((job) => {
    let running = false
    const run = () => {
      if (running) return
      running = true
      const turn = Promise.resolve()
        .then(() => job.run())
        .catch((error) => logger.error({ err: error, job: job.name }, 'A job failed'))
        .finally(() => {
          running = false
          underWay.delete(turn)
        })
      underWay.add(turn)
    }
    run()
    return setInterval(run, job.everyMs)
  })
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(underWay)
  }
}
