import type { QueuePosition, QueueState } from '../../port/queue.ts'
import { FairLimiter } from './limiter.ts'

export type Position<Subject> = { subject: Subject } & Pick<QueuePosition, 'place' | 'seconds'>

/** Milliseconds between notices of the position, and before the first one. */
const notifyEvery = 2_000
/** Milliseconds between two finished works: first a guess, then a moving average with this weight for the newest. */
const pace = { first: 100, newest: 0.05 }

interface Ticket<Subject> {
  subject: Subject
  sender: string
  since: number
  isNotified: boolean
}

/**
 * Runs slow work in order of arrival; one sender holds at most half the concurrency.
 * Notifies those that wait of their position and an estimate of the time.
 */
export class WorkQueue<Subject> implements QueueState {
  readonly #limiter: FairLimiter
  readonly #notify: (positions: Position<Subject>[]) => void
  /** Running, or waiting for the limit for all; in order. */
  readonly #next = new Set<Ticket<Subject>>()
  /** Waiting for others of their own sender; in order of arrival. */
  readonly #behind = new Set<Ticket<Subject>>()
  #pace = pace.first
  /** When the last work ended for which others waited. */
  #lastOver: number | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(size: number, notify: (positions: Position<Subject>[]) => void) {
    this.#limiter = new FairLimiter(size)
    this.#notify = notify
  }

  get length(): number {
    return this.#next.size + this.#behind.size
  }

  get seconds(): number {
    return this.#secondsUntil(this.length)
  }

  /** As `FairLimiter.run`. */
  async run<Result>(subject: Subject, sender: string, work: (leave: () => void) => Promise<Result>): Promise<Result> {
    const ticket = { subject, sender, since: Date.now(), isNotified: false }
    this.#behind.add(ticket)
    this.#timer ??= setInterval(() => this.#notifyPositions(), notifyEvery).unref()
    try {
      return await this.#limiter.run(
        sender,
        (leave) =>
          work(() => {
            this.#over(ticket)
            leave()
          }),
        () => {
          this.#behind.delete(ticket)
          this.#next.add(ticket)
        },
      )
    } finally {
      this.#over(ticket)
    }
  }

  #notifyPositions(): void {
    const now = Date.now()
    const ofSender = new Map<string, number>()
    const placeBehind = ({ sender }: Ticket<Subject>) => {
      const place = (ofSender.get(sender) ?? this.#next.size) + 1
      ofSender.set(sender, place)
      return place
    }
    const positions = [
      ...[...this.#next].map((ticket, index) => ({ ticket, place: index + 1 })),
      ...[...this.#behind].map((ticket) => ({ ticket, place: placeBehind(ticket) })),
    ].filter(({ ticket }) => now - ticket.since >= notifyEvery)
    if (positions.length === 0) return
    for (const { ticket } of positions) ticket.isNotified = true
    this.#notify(
      positions.map(({ ticket, place }) => ({ subject: ticket.subject, place, seconds: this.#secondsUntil(place) })),
    )
  }

  #over(ticket: Ticket<Subject>): void {
    if (!this.#next.delete(ticket)) return
    const now = Date.now()
    if (this.#lastOver !== undefined) this.#pace += (now - this.#lastOver - this.#pace) * pace.newest
    // Idle time says nothing about the pace.
    this.#lastOver = this.length > 0 ? now : undefined
    if (ticket.isNotified) this.#notify([{ subject: ticket.subject, place: 0, seconds: 0 }])
    if (this.length > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** At least as long as the running work has taken, or it would say "one second" while nothing moves. */
  #secondsUntil(place: number): number {
    if (place === 0) return 0
    const [first] = this.#next
    const now = Date.now()
    const sinceLast = now - (this.#lastOver ?? first?.since ?? now)
    return Math.ceil(((place - 1) * this.#pace + Math.max(this.#pace, sinceLast)) / 1_000)
  }
}
