import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { Clock } from './postgres-clock.ts'

export interface Job {
  name: string
  everyMs: number
  run(): Promise<void>
}

/** Whether this process is to do a job now, and not another one. */
export type Turn = (job: Job) => Promise<boolean>

/**
 * Runs each job once soon after the start and then again and again. A run that is still going is never doubled, and a
 * failing job is logged and tried again at its next turn.
 * @returns a function that stops the jobs and waits for those under way
 */
export function startJobs(jobs: Job[], isOurTurn: Turn, logger: Logger): () => Promise<void> {
  const underWay = new Set<Promise<void>>()
  const timers = jobs.map((job) => {
    let running = false
    const run = () => {
      if (running) return
      running = true
      const turn = Promise.resolve()
        .then(async () => {
          if (await isOurTurn(job)) await job.run()
        })
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

/** Jobs of one process alone. */
export const always: Turn = async () => true

/**
 * Jobs that nodes share: whoever comes first writes down when, and the others leave it until it is due again. A little early counts
 * too, because timers are not exact.
 */
export const takenInTurns =
  (database: Database, clock: Clock): Turn =>
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
