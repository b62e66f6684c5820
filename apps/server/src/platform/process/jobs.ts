import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { Clock } from './postgres-clock.ts'

export interface Job {
  name: string
  everyMs: number
  run(now: Date): Promise<void>
}

/** Whether this process is to run a job now, and not another one. */
export type Schedule = (job: Job) => Promise<boolean>

/**
 * Runs each job once soon after the start and then again and again. A run that is still going is never doubled, and a
 * failing job is logged and runs again at its next time.
 * @returns a function that stops the jobs and waits for those under way
 */
export function startJobs(jobs: Job[], schedule: Schedule, logger: Logger): () => Promise<void> {
  const underWay = new Set<Promise<void>>()
  const timers = jobs.map((job) => {
    let running = false
    const run = () => {
      if (running) return
      running = true
      const done = Promise.resolve()
        .then(async () => {
          if (await schedule(job)) await job.run(new Date())
        })
        .catch((error) => logger.error({ err: error, job: job.name }, 'A job failed'))
        .finally(() => {
          running = false
          underWay.delete(done)
        })
      underWay.add(done)
    }
    run()
    return setInterval(run, job.everyMs)
  })
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(underWay)
  }
}

/** The schedule of a process that is alone. */
export const ownSchedule: Schedule = async () => true

/**
 * Jobs shared by nodes: the first one notes the time, the others wait until it is due again. A little early counts,
 * because timers are not exact.
 */
export const sharedSchedule =
  (database: Database, clock: Clock): Schedule =>
  async ({ name, everyMs }) => {
    const now = clock.now()
    const due = new Date(now - everyMs * 0.9).toISOString()
    const ranAt = new Date(now).toISOString()
    const { numInsertedOrUpdatedRows } = await database
      .insertInto('jobs')
      .values({ name, ranAt })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ ranAt }).where('jobs.ranAt', '<=', due))
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
