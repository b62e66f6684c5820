import type { Snapshot } from './snapshot.ts'

/** Builds a snapshot when one is wanted, and emits it after changes; those that come together are emitted once. */
export function snapshotEmitter(build: () => Snapshot) {
  const listeners = new Set<(snapshot: Snapshot) => void>()
  let latest: Snapshot | undefined
  let isPending = false
  const current = () => {
    latest ??= build()
    return latest
  }
  return {
    current,
    subscribe(listener: (snapshot: Snapshot) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    changed() {
      latest = undefined
      if (isPending) return
      isPending = true
      queueMicrotask(() => {
        isPending = false
        for (const listener of listeners) listener(current())
      })
    },
    close: () => listeners.clear(),
  }
}
