import { LRUCache } from 'lru-cache'
import type { AgentLogger } from './options.ts'
import type { AgentEvent } from './port.ts'

type Listener = (event: AgentEvent) => void | Promise<void>

/**
 * Hands state changes to listeners, in order for each exchange and once for each state: Credo reports some states
 * twice. `read` runs in the same order, so a snapshot is never older than the one before it.
 */
export class Events {
  readonly #logger: AgentLogger
  readonly #listeners = new Set<Listener>()
  readonly #tails = new Map<string, Promise<void>>()
  readonly #lastStates = new LRUCache<string, string>({ max: 20_000 })

  constructor(logger: AgentLogger) {
    this.#logger = logger
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  publish(id: string, read: () => Promise<AgentEvent | undefined>): void {
    const previous = this.#tails.get(id) ?? Promise.resolve()
    const tail = previous.then(async () => {
      try {
        const event = await read()
        if (event && this.#isNew(id, event)) await this.#deliver(event)
      } catch (error) {
        this.#logger.error('A state change could not be handed on', { error: (error as Error).name })
      }
    })
    this.#tails.set(id, tail)
    void tail.then(() => {
      if (this.#tails.get(id) === tail) this.#tails.delete(id)
    })
  }

  /** Resolves when everything published so far has been delivered. */
  async settled(): Promise<void> {
    await Promise.all(this.#tails.values())
  }

  #isNew(id: string, event: AgentEvent): boolean {
    const state = stateOf(event)
    if (this.#lastStates.get(id) === state) return false
    this.#lastStates.set(id, state)
    return true
  }

  async #deliver(event: AgentEvent): Promise<void> {
    for (const listener of this.#listeners) {
      try {
        await listener(event)
      } catch (error) {
        this.#logger.error('A listener of state changes failed', { error: (error as Error).name })
      }
    }
  }
}

function stateOf(event: AgentEvent): string {
  if (event.type === 'connection') return event.connection.state
  if (event.type === 'credential') return event.credential.state
  return event.proof.state
}
