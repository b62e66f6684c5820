import { bodyOf } from '../../../core/download.ts'
import { fromUtf8 } from '../../../core/encoding/text.ts'
import type { Clock, Fetch } from '../../../core/platform.ts'
import { inTime } from '../../../core/time-limit.ts'
import { longestEnvelope } from '../messages/envelope.ts'

/** Milliseconds. */
const times = {
  /** Between two rounds, in which the other side may say what it has to say. */
  pause: 3_000,
  /** Until an answer has to be there. */
  answer: 30_000,
}

export interface PostingDependencies {
  fetch: Fetch
  clock: Clock
  /** Envelopes to post now; `taken` is called when the address took one. */
  waiting(): { endpoint: string; envelope: string; taken(): void }[]
  onText(text: string): void
  onChange(): void
}

/**
 * Messages by HTTP alone, for an address where no socket opens: the peer's messages come as answers to posts (RFC
 * 0092), so it is polled.
 */
export class Posting {
  readonly #dependencies: PostingDependencies
  #works = false
  #breaks = 0
  #isBusy = false
  #cancel: () => void = () => undefined

  constructor(dependencies: PostingDependencies) {
    this.#dependencies = dependencies
  }

  /** Whether the address took the last message. */
  get works(): boolean {
    return this.#works
  }

  /** How often it stopped working; earlier messages may have got no answer. */
  get breaks(): number {
    return this.#breaks
  }

  /** Posts what waits. Once that works, it goes on by itself. */
  async run(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    this.#cancel()
    const worked = this.#works
    try {
      for (const { endpoint, envelope, taken } of this.#dependencies.waiting()) {
        await this.#post(endpoint, envelope)
        this.#works = true
        taken()
      }
    } catch {
      this.#works = false
      this.#breaks++
    }
    this.#isBusy = false
    if (this.#works) this.#cancel = this.#dependencies.clock.after(times.pause, () => void this.run())
    if (worked !== this.#works) this.#dependencies.onChange()
  }

  close(): void {
    this.#cancel()
    this.#isBusy = true
  }

  async #post(endpoint: string, body: string): Promise<void> {
    const { fetch } = this.#dependencies
    const headers = { 'content-type': 'application/didcomm-envelope-enc' }
    const text = await inTime(times.answer, async (signal) => {
      const answer = await fetch(endpoint, { method: 'POST', headers, body, signal })
      // The address takes no messages. What is wrong with a single message (400) stays so, and others may pass.
      if (answer.status >= 404) throw new Error(`Status ${answer.status}`)
      const said = fromUtf8(await bodyOf(answer, longestEnvelope))
      return answer.ok ? said : ''
    })
    if (text) this.#dependencies.onText(text)
  }
}
