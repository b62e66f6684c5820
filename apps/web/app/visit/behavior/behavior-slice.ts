import type { UnknownAction } from '@reduxjs/toolkit'
import { type BehaviorAction, freshSession, nextSession } from '../../tracking/behavior.ts'

/** The tracking session of this page; `tracking` decides what to persist. */
export function behaviorReducer(session = freshSession(), action: UnknownAction) {
  return nextSession(session, action as BehaviorAction)
}
