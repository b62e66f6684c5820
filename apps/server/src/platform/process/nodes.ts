import { randomUUID } from 'node:crypto'

/** The processes that serve visitors from one database. */
export interface Nodes {
  /** This one's name, another one with each start. */
  readonly own: string
  /** Those that serve now, this one too. */
  living(): Promise<string[]>
}

/** The embedded database has one process only, which `data-lock.ts` sees to. */
export function singleNode(): Nodes {
  const own = randomUUID()
  return { own, living: async () => [own] }
}
