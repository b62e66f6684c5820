import PQueue from 'p-queue'

/** Lets one piece of work at a time run under a name. */
export interface Locks {
  withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result>
}

/** Locks of this process. The embedded database has one process only, which `data-lock.ts` sees to. */
export function createProcessLocks(): Locks {
  const queues = new Map<string, PQueue>()
  return {
    async withLock(name, work) {
      const queue = queues.get(name) ?? new PQueue({ concurrency: 1 })
      queues.set(name, queue)
      try {
        return await queue.add(work)
      } finally {
        if (queue.pending + queue.size === 0) queues.delete(name)
      }
    },
  }
}
