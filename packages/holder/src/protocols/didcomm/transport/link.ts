import type { Clock, Socket } from '../../../core/platform.ts'

/** Milliseconds. */
const times = {
  /** Before a lost socket is opened again; doubled each time. */
  firstPause: 500,
  longestPause: 30_000,
  /** Until a socket has to be open. */
  opening: 10_000,
  /** Between signs of life, and until one has to be answered. */
  heartbeat: 60_000,
  answer: 10_000,
  /** The same where the network or the page has just changed: a person may be looking at it. */
  answerOfWoken: 3_000,
}

export interface LinkDependencies {
  /** `ws:` or `wss:`. */
  url: string
  openSocket(url: string): Socket
  clock: Clock
  /** Between 0 and 1; spreads those who were all cut off at once. */
  random(): number
  onText(text: string): void
  onChange(): void
  /** Sends a message that the other side answers. @returns false when no peer would yet */
  ping(): boolean
}

/** A WebSocket that reopens when lost. A browser may take minutes to notice that a peer is gone, so this one pings. */
export class Link {
  readonly #dependencies: LinkDependencies
  #socket: Socket | undefined
  #isOpen = false
  #pause = times.firstPause
  #isClosed = false
  #failures = 0
  /** Counts openings: messages sent on an earlier one may be lost. */
  #session = 0
  #cancel: () => void = () => undefined
  #cancelAnswer: (() => void) | undefined

  constructor(dependencies: LinkDependencies) {
    this.#dependencies = dependencies
    this.#open()
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Attempts since it was last open that did not open it. */
  get failures(): number {
    return this.#failures
  }

  get session(): number {
    return this.#session
  }

  /** @returns false when the link is not open */
  send(text: string): boolean {
    if (!this.#isOpen) return false
    try {
      this.#socket?.send(text)
    } catch {
      this.#lost()
    }
    return this.#isOpen
  }

  /** Tries at once instead of after the pause; an open socket has to prove that it still is. */
  wake(): void {
    if (this.#isClosed) return
    this.#pause = times.firstPause
    if (this.#isOpen) this.#askForLife(times.answerOfWoken)
    else if (!this.#socket) this.#open()
  }

  close(): void {
    this.#isClosed = true
    this.#drop()
  }

  #open(): void {
    this.#cancel()
    this.#cancel = this.#dependencies.clock.after(times.opening, () => this.#lost())
    try {
      this.#listen(this.#dependencies.openSocket(this.#dependencies.url))
    } catch {
      this.#lost()
    }
    this.#dependencies.onChange()
  }

  #listen(socket: Socket): void {
    this.#socket = socket
    const isCurrent = () => this.#socket === socket
    socket.onopen = () => {
      if (!isCurrent()) return
      this.#cancel()
      this.#isOpen = true
      this.#failures = 0
      this.#session++
      this.#beat()
      this.#dependencies.onChange()
    }
    socket.onmessage = ({ data }) => {
      if (!isCurrent()) return
      // Only a link that works, not one that opens and is closed again, begins anew with short pauses.
      this.#pause = times.firstPause
      this.#cancelAnswer?.()
      this.#cancelAnswer = undefined
      const text = textOf(data)
      if (text !== undefined) this.#dependencies.onText(text)
    }
    socket.onclose = () => isCurrent() && this.#lost()
  }

  #beat(): void {
    this.#cancel = this.#dependencies.clock.after(times.heartbeat, () => {
      this.#askForLife(times.answer)
      this.#beat()
    })
  }

  #askForLife(patience: number): void {
    if (this.#dependencies.ping()) this.#cancelAnswer ??= this.#dependencies.clock.after(patience, () => this.#lost())
  }

  #lost(): void {
    this.#drop()
    if (this.#isClosed) return
    this.#failures++
    const pause = this.#pause * (0.5 + this.#dependencies.random())
    this.#pause = Math.min(2 * this.#pause, times.longestPause)
    this.#cancel = this.#dependencies.clock.after(pause, () => this.#open())
    this.#dependencies.onChange()
  }

  #drop(): void {
    const socket = this.#socket
    this.#socket = undefined
    this.#isOpen = false
    this.#cancel()
    this.#cancelAnswer?.()
    this.#cancelAnswer = undefined
    socket?.close()
  }
}

function textOf(data: unknown): string | undefined {
  if (typeof data === 'string') return data
  return data instanceof ArrayBuffer ? new TextDecoder().decode(data) : undefined
}
