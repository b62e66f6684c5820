import type { TrackedTag } from '@lastmile/contracts'
import { uuidOf } from './session/event-id.ts'
import {
  addEvent,
  addTag,
  clearSession,
  newSession,
  type TrackingSession,
  withAnalytics,
  withoutEvents,
  withTracking,
} from './session/session.ts'

/**
 * Changes of the tracking session by action (docs/product.md, sections 3 and 4). Plain actions and a plain reducer: the
 * store mounts them as its slice `behavior`; pages without a store need no library.
 */
const changes = {
  'behavior/eventTracked': addEvent,
  'behavior/tagged': addTag as (session: TrackingSession, tag: TrackedTag) => TrackingSession,
  'behavior/trackingSwitched': withTracking,
  'behavior/analyticsSwitched': withAnalytics,
  /** Sent, or recorded by another tab. */
  'behavior/eventsGone': withoutEvents,
  'behavior/sessionCleared': (session: TrackingSession, { sessionId, now }: { sessionId: string; now: number }) =>
    clearSession(session, sessionId, now),
  'behavior/sessionRestored': (_: TrackingSession, restored: TrackingSession) => restored,
}

type Changes = typeof changes
export type BehaviorAction = {
  [Type in keyof Changes]: { type: Type; payload: Parameters<Changes[Type]>[1] }
}[keyof Changes]

export const newId = () => uuidOf(crypto.getRandomValues(new Uint8Array(16)))

export const freshSession = () => newSession(newId(), Date.now())

/** The session after the action; unknown actions change nothing. */
export function nextSession(session: TrackingSession, { type, payload }: BehaviorAction): TrackingSession {
  const change: ((session: TrackingSession, payload: never) => TrackingSession) | undefined = changes[type]
  return change ? change(session, payload as never) : session
}
