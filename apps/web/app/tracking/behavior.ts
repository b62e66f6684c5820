import type { TrackedEvent, TrackedTag } from '@lastmile/contracts'
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
 * Actions of the tracking session (docs/product.md, sections 3 and 4). Plain actions and a plain reducer: the store
 * mounts them as its slice `behavior`; pages without a store need no library.
 */
export type BehaviorAction =
  | { type: 'behavior/eventTracked'; payload: TrackedEvent }
  | { type: 'behavior/tagged'; payload: TrackedTag }
  | { type: 'behavior/trackingSwitched'; payload: boolean }
  | { type: 'behavior/analyticsSwitched'; payload: boolean }
  /** Sent, or recorded by another tab. */
  | { type: 'behavior/eventsGone'; payload: readonly Pick<TrackedEvent, 'id'>[] }
  | { type: 'behavior/sessionCleared'; payload: { sessionId: string; now: number } }
  | { type: 'behavior/sessionRestored'; payload: TrackingSession }

export const newId = () => uuidOf(crypto.getRandomValues(new Uint8Array(16)))

export const freshSession = () => newSession(newId(), Date.now())

/** The session after the action; unknown actions change nothing. */
export function nextSession(session: TrackingSession, action: BehaviorAction): TrackingSession {
  switch (action.type) {
    case 'behavior/eventTracked':
      return addEvent(session, action.payload)
    case 'behavior/tagged':
      return addTag(session, action.payload)
    case 'behavior/trackingSwitched':
      return withTracking(session, action.payload)
    case 'behavior/analyticsSwitched':
      return withAnalytics(session, action.payload)
    case 'behavior/eventsGone':
      return withoutEvents(session, action.payload)
    case 'behavior/sessionCleared':
      return clearSession(session, action.payload.sessionId, action.payload.now)
    case 'behavior/sessionRestored':
      return action.payload
    default:
      return session
  }
}
