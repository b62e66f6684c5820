import { FairSlots } from './slots.ts'

/** Where somebody stands in a line. */
export interface Place<Subject> {
  subject: Subject
  /** From 1 on; 0 when its turn is over. */
  place: number
  /** About so many seconds until its turn is over. */
  seconds: number
}

/** Milliseconds between notices of the position, and before the first one. */
const toldEvery = 2_000
/** Milliseconds between two finished works: first a guess, then a moving average with this weight for the newest. */
const pace = { first: 100, newest: 0.05 }

interface Ticket<Subject> {
  subject: Subject
  sender: string
  since: number
  isTold: boolean
}

/**
 * Runs slow work in order of arrival; one sender holds at most half the concurrency.
 * Notifies those that wait of their position and an estimate of the time.
 */
export class Line<Subject> {
  readonly #slots: FairSlots
  readonly #tell: (places: Place<Subject>[]) => void
  /** At work, or waiting for any slot; in the order of their turns. */
  readonly #next = new Set<Ticket<Subject>>()
  /** Behind others of their own sender; in the order in which they came. */
  readonly #behind = new Set<Ticket<Subject>>()
  #pace = pace.first
  /** When the last turn was over for which others waited. */
  #lastOver: number | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(size: number, tell: (places: Place<Subject>[]) => void) {
    this.#slots = new FairSlots(size)
    this.#tell = tell
  }

  /** How many wait or are at work. */
  get length(): number {
    return this.#next.size + this.#behind.size
  }

  /** About how many seconds it takes until all of their turns are over. */
  get seconds(): number {
    return this.#secondsUntil(this.length)
  }

  /** As `FairSlots.run`. */
  async run<Result>(subject: Subject, sender: string, work: (leave: () => void) => Promise<Result>): Promise<Result> {
    const ticket = { subject, sender, since: Date.now(), isTold: false }
    this.#behind.add(ticket)
    this.#timer ??= setInterval(() => this.#tellPlaces(), toldEvery).unref()
    try {
      return await this.#slots.run(
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

  #tellPlaces(): void {
    const now = Date.now()
    const ofSender = new Map<string, number>()
    const placeBehind = ({ sender }: Ticket<Subject>) => {
      const place = (ofSender.get(sender) ?? this.#next.size) + 1
      ofSender.set(sender, place)
      return place
    }
    const places = [
      ...[...this.#next].map((ticket, index) => ({ ticket, place: index + 1 })),
      ...[...this.#behind].map((ticket) => ({ ticket, place: placeBehind(ticket) })),
    ].filter(({ ticket }) => now - ticket.since >= toldEvery)
    if (places.length === 0) return
    for (const { ticket } of places) ticket.isTold = true
    this.#tell(
      places.map(({ ticket, place }) => ({ subject: ticket.subject, place, seconds: this.#secondsUntil(place) })),
    )
  }

  #over(ticket: Ticket<Subject>): void {
    if (!this.#next.delete(ticket)) return
    const now = Date.now()
    if (this.#lastOver !== undefined) this.#pace += (now - this.#lastOver - this.#pace) * pace.newest
    // While nobody waits, time that passes says nothing of how fast the line goes.
    this.#lastOver = this.length > 0 ? now : undefined
    if (ticket.isTold) this.#tell([{ subject: ticket.subject, place: 0, seconds: 0 }])
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
