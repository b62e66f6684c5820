import { type DistantReads, type KeptReads, OutOfReach } from '@lastmile/agent/port'
import type { ApiBody, ProofRecord } from '@lastmile/contracts'
import { z } from 'zod'

const copy = z.object({
  address: z.string(),
  /** Milliseconds since 1970. */
  readAt: z.number(),
  /** Whether it may be another one by now. */
  changes: z.boolean(),
  /** Absent where our own store still has it as it stood then. */
  text: z.string().optional(),
})
type Copy = z.infer<typeof copy>

/** A distant verifier, as it is stored with its question (record 115). */
const keptReads = z.object({
  isIssuerUp: z.boolean(),
  oldestList: z.number(),
  copies: z.array(copy),
  calls: z.array(z.object({ address: z.string(), answered: z.boolean() })),
})
type Kept = z.infer<typeof keptReads>

/** More are not kept; an answer needs five for each credential of AnonCreds. */
const mostCopies = 50

/** @param earlier of the proof whose verifier this one is */
export const readsFor = (
  { registry, oldest_list: oldestList }: ApiBody<'requestProofByDistantVerifier'>['distance'],
  earlier: KeptReads | undefined,
): KeptReads => ({
  isIssuerUp: registry === 'up',
  oldestList,
  copies: earlier ? keptReads.parse(earlier).copies : [],
  calls: [],
})

/**
 * Reads of published objects by their addresses, for one answer: what was read is kept, and where the registry is down
 * nothing else is to be had.
 */
export class IssuerReads implements DistantReads {
  readonly #reads: Kept
  readonly #now: () => number
  readonly #copies: Map<string, Copy>
  readonly #calls: Kept['calls'] = []

  constructor(kept: KeptReads, now: () => number) {
    this.#reads = keptReads.parse(kept)
    this.#now = now
    this.#copies = new Map(this.#reads.copies.map((each) => [each.address, each]))
  }

  get oldestList(): number {
    return this.#reads.oldestList
  }

  once(address: string): void {
    if (!this.#copies.has(address)) this.#call({ address, changes: false })
  }

  async latest(address: string, text?: () => Promise<string>): Promise<Copy> {
    return this.#call({ address, changes: true, text: this.#reads.isIssuerUp ? await text?.() : undefined })
  }

  isTooOld({ readAt }: Pick<Copy, 'readAt'>): boolean {
    return this.#now() - readAt > this.oldestList * 1_000
  }

  get kept(): KeptReads {
    return { ...this.#reads, copies: [...this.#copies.values()].slice(-mostCopies), calls: this.#calls }
  }

  #call(read: Omit<Copy, 'readAt'>): Copy {
    const { address } = read
    const answered = this.#reads.isIssuerUp
    this.#calls.push({ address, answered })
    const found = answered ? { ...read, readAt: this.#now() } : this.#copies.get(address)
    if (!found) throw new OutOfReach('It was never read, and the registry is down')
    this.#copies.set(address, found)
    return found
  }
}

/** As the API reports them. */
export function registryReads(kept: KeptReads): ProofRecord['registry_reads'] {
  const { calls, copies } = keptReads.parse(kept)
  const lists = copies.filter(({ changes }) => changes).map(({ readAt }) => readAt)
  return { calls, list_read_at: lists.length > 0 ? new Date(Math.min(...lists)).toISOString() : null }
}
