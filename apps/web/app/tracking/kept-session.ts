import type { TrackingSession } from './session/session.ts'

/** The tab's storage key for the session across page loads, only with consent to analytics. */
const key = 'behavior'

export function keepSession(session: TrackingSession): void {
  withStorage((storage) => storage.setItem(key, JSON.stringify(session)))
}

export function forgetKeptSession(): void {
  withStorage((storage) => storage.removeItem(key))
}

/** Undefined without a valid stored session: a new one begins. */
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

/** Protects only this page; the server validates the events. */
function isSession(value: unknown): value is TrackingSession {
  const { sessionId, events, tags, profile } = (value ?? {}) as Partial<TrackingSession>
  return (
    typeof sessionId === 'string' &&
    Array.isArray(events) &&
    Array.isArray(tags) &&
    Array.isArray(profile?.pagesVisited)
  )
}

/** Undefined where storage is full or forbidden: the session then ends with the page. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
