import type { UnknownAction } from '@reduxjs/toolkit'
import { type BehaviorAction, freshSession, nextSession } from '../../tracking/behavior.ts'

/** The behaviour-tracking session. It is this page's own: what is kept of it, and when, is decided in `tracking`. */
export function behaviorReducer(session = freshSession(), action: UnknownAction) {
  return nextSession(session, action as BehaviorAction)
}
