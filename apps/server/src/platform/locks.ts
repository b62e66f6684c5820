/** Lets one piece of work at a time run under a name. */
export interface Locks {
  withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result>
}

/** Locks of this process. The embedded database has one process only, which `data-lock.ts` sees to. */
export function createProcessLocks(): Locks {
  const last = new Map<string, Promise<unknown>>()
  return {
    async withLock(name, work) {
      const before = last.get(name) ?? Promise.resolve()
      const mine = before.then(work, work)
      const settled = mine.then(
        () => undefined,
        () => undefined,
      )
      last.set(name, settled)
      try {
        return await mine
      } finally {
        if (last.get(name) === settled) last.delete(name)
      }
    },
  }
}
