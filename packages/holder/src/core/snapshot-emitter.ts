import type { Snapshot } from './snapshot.ts'

/** Builds a snapshot when one is wanted, and emits it after changes; those that come together are emitted once. */
export class SnapshotEmitter {
  readonly #build: () => Snapshot
  readonly #listeners = new Set<(snapshot: Snapshot) => void>()
  #latest: Snapshot | undefined
  #isPending = false
  #isClosed = false

  constructor(build: () => Snapshot) {
    this.#build = build
  }

  get current(): Snapshot {
    this.#latest ??= this.#build()
    return this.#latest
  }

  subscribe(listener: (snapshot: Snapshot) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  changed(): void {
    this.#latest = undefined
    if (this.#isPending || this.#isClosed) return
    this.#isPending = true
    queueMicrotask(() => {
      this.#isPending = false
      for (const listener of this.#listeners) listener(this.current)
    })
  }

  close(): void {
    this.#isClosed = true
    this.#listeners.clear()
  }
}
