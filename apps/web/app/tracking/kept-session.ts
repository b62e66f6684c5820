import type { TrackingSession } from './session/session.ts'

/** Under this key the tab keeps its session from one page load to the next, after consent to analytics only. */
const key = 'behavior'

export function keepSession(session: TrackingSession): void {
  withStorage((storage) => storage.setItem(key, JSON.stringify(session)))
}

export function forgetKeptSession(): void {
  withStorage((storage) => storage.removeItem(key))
}

/** Undefined when nothing was kept, or nothing whole: counting then begins afresh. */
export function keptSession(): TrackingSession | undefined {
  const kept = withStorage((storage) => storage.getItem(key))
  if (!kept) return undefined
  try {
    const session: unknown = JSON.parse(kept)
    return isSession(session) ? session : undefined
  } catch {
    return undefined
  }
}

/** The server checks the events themselves; this only keeps the page from tripping over them. */
function isSession(value: unknown): value is TrackingSession {
  const { sessionId, events, tags, profile } = (value ?? {}) as Partial<TrackingSession>
  return (
    typeof sessionId === 'string' &&
    Array.isArray(events) &&
    Array.isArray(tags) &&
    Array.isArray(profile?.pagesVisited)
  )
}

/** Undefined where storage is full or forbidden: the session then lasts as long as the page. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
