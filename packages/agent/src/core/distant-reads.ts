import { z } from 'zod'
import type { Distance, IssuerReads } from '../port/exchanges.ts'

const copy = z.object({
  address: z.string(),
  /** Milliseconds since 1970. */
  readAt: z.number(),
  /** Whether it may be another one by now. */
  changes: z.boolean(),
  /** Absent where our own store still has it as it stood then. */
  text: z.string().optional(),
})
export type Copy = z.infer<typeof copy>

/** A verifier at a distance, as it is stored with its question (record 115). */
export const distant = z.object({
  isIssuerUp: z.boolean(),
  oldestList: z.number(),
  copies: z.array(copy),
  calls: z.array(z.object({ address: z.string(), answered: z.boolean() })),
})
export type Distant = z.infer<typeof distant>

/** More are not kept; an answer needs five for each credential of AnonCreds. */
const mostCopies = 50

/** @param earlier the question whose verifier this one is */
export const distantFor = ({ isIssuerUp, oldestList }: Distance, earlier: Distant | undefined): Distant => ({
  ...{ isIssuerUp, oldestList, copies: earlier?.copies ?? [], calls: [] },
})

/** Something has never been read and is out of reach now. */
export class OutOfReach extends Error {
  override readonly name = 'OutOfReach'
}

/**
 * Reads of published objects by their addresses, for one answer: what was read is kept, and where the registry is down
 * nothing else is to be had.
 */
export class DistantReads {
  readonly #distant: Distant
  readonly #now: () => number
  readonly #copies: Map<string, Copy>
  readonly #calls: Distant['calls'] = []

  constructor(distant: Distant, now: () => number) {
    this.#distant = distant
    this.#now = now
    this.#copies = new Map(distant.copies.map((kept) => [kept.address, kept]))
  }

  /** Something that never changes, so that it is read once. @throws OutOfReach */
  once(address: string): void {
    if (!this.#copies.has(address)) this.#call({ address, changes: false })
  }

  /** @param text undefined where our own store has it as it stands at every moment. @throws OutOfReach */
  async latest(address: string, text?: () => Promise<string>): Promise<Copy> {
    const isUp = this.#distant.isIssuerUp
    return this.#call({ address, changes: true, text: isUp ? await text?.() : undefined })
  }

  /** Whether a copy is too old to say how things stand. */
  isTooOld({ readAt }: Copy): boolean {
    return this.#now() - readAt > this.#distant.oldestList * 1_000
  }

  get distant(): Distant {
    return { ...this.#distant, copies: [...this.#copies.values()].slice(-mostCopies), calls: this.#calls }
  }

  #call(read: Omit<Copy, 'readAt'>): Copy {
    const { address } = read
    const answered = this.#distant.isIssuerUp
    this.#calls.push({ address, answered })
    const found = answered ? { ...read, readAt: this.#now() } : this.#copies.get(address)
    if (!found) throw new OutOfReach('It was never read, and the registry is down')
    this.#copies.set(address, found)
    return found
  }
}

/** As the port reports it. */
export const readsOf = ({ calls, copies }: Distant): IssuerReads => {
  const lists = copies.filter(({ changes }) => changes).map(({ readAt }) => readAt)
  return { calls, listReadAt: lists.length > 0 ? Math.min(...lists) : undefined }
}
