import PQueue from 'p-queue'

/** Lets one piece of work at a time run under a name. */
export interface Locks {
  withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result>
}

/** Locks of this process. The embedded database has one process only, which `data-lock.ts` sees to. */
export function createProcessLocks(): Locks {
  const lines = new Map<string, PQueue>()
  return {
    async withLock(name, work) {
      const line = lines.get(name) ?? new PQueue({ concurrency: 1 })
      lines.set(name, line)
      try {
        return await line.add(work)
      } finally {
        if (line.pending + line.size === 0) lines.delete(name)
      }
    },
  }
}
