import { setTimeout as pause } from 'node:timers/promises'
import { median, quantile } from './figures.ts'

/** An issuer and verifier that the benchmark measures. */
export interface Party {
  /**
   * Takes one visitor all the way: invitation, handshake, a credential, a proof from it. Resolves when the party has
   * reported the proof as verified; rejects when something fails or takes longer than a minute.
   */
  serve(scan: Scan): Promise<void>
  /** Milliseconds of CPU that all its processes have used for visitors so far. */
  processorTime(): Promise<number>
}

/** Gives the link of an invitation to a wallet, which says yes to everything from then on. */
export type Scan = (link: string) => Promise<unknown>

export interface VisitFigures {
  /** Milliseconds from asking for an invitation until the proof is reported as verified, per visitor who got there. */
  times: number[]
  /** Why the others did not. */
  failures: string[]
  /** Milliseconds of CPU of the party, of all visitors together. */
  cpu: number
}

/** Work after the last visitor is done, such as a last acknowledgement, counts too. */
const afterwards = 300

/**
 * Milliseconds before the next who comes alone: what is left to do for the one before, at the wallet too, shall not
 * slow them.
 */
const between = 100

interface Limits {
  /** After each who comes alone. */
  leave(): Promise<unknown>
  /** A tenth of the visitors by default, and one. */
  mostFailed: number
}

/**
 * One visitor for each wallet, so many of them at the same time; who comes alone leaves before the next comes. Rejects
 * when too many of them fail.
 */
export async function measureVisits(
  party: Party,
  wallets: Scan[],
  atOnce: number,
  { leave = async () => {}, mostFailed = Math.max(1, wallets.length / 10) }: Partial<Limits> = {},
): Promise<VisitFigures> {
  const before = await party.processorTime()
  const times: number[] = []
  const failures: string[] = []
  const waiting = [...wallets]
  const oneAfterTheOther = async () => {
    for (let scan = waiting.pop(); scan; scan = waiting.pop()) {
      const began = performance.now()
      try {
        await party.serve(scan)
        times.push(performance.now() - began)
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error))
        if (failures.length > mostFailed) throw error
      }
      if (atOnce > 1) continue
      await leave()
      await pause(between)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, oneAfterTheOther))
  await pause(afterwards)
  return { times, failures, cpu: (await party.processorTime()) - before }
}

/** Rounds of whole visitors, some one at a time and then some ten at once. */
export class Rounds {
  readonly #oneAtATime: VisitFigures[] = []
  readonly #tenAtOnce: VisitFigures[] = []

  add(oneAtATime: VisitFigures, tenAtOnce: VisitFigures) {
    this.#oneAtATime.push(oneAtATime)
    this.#tenAtOnce.push(tenAtOnce)
  }

  /** Milliseconds of CPU per visitor, of each round. */
  get cpu() {
    return this.#oneAtATime.map((alone, round) => {
      const both = [alone, this.#tenAtOnce[round] ?? alone]
      return sum(both.map(({ cpu }) => cpu)) / sum(both.map(({ times, failures }) => times.length + failures.length))
    })
  }

  get failures() {
    return [...this.#oneAtATime, ...this.#tenAtOnce].flatMap(({ failures }) => failures)
  }

  /** The middle visitor of each round, in milliseconds. */
  get p50() {
    return {
      oneAtATime: this.#oneAtATime.map(({ times }) => median(times)),
      tenAtOnce: this.#tenAtOnce.map(({ times }) => median(times)),
    }
  }

  /** Over all rounds, because one round has too few visitors for it; milliseconds. */
  get p95() {
    const of = (rounds: VisitFigures[]) =>
      quantile(
        rounds.flatMap(({ times }) => times),
        0.95,
      )
    return { oneAtATime: of(this.#oneAtATime), tenAtOnce: of(this.#tenAtOnce) }
  }
}

const sum = (figures: number[]) => figures.reduce((total, each) => total + each, 0)
