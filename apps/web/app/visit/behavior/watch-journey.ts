import type { Middleware, UnknownAction } from '@reduxjs/toolkit'
import type { AppStore } from '../../state/app-thunk.ts'
import { stateRestored } from '../../state/demo-actions.ts'
import type { RootState } from '../../state/root-state.ts'
import { type BehaviorAction, freshSession, nextSession } from '../../tracking/behavior.ts'
import { behaviorSession, moveBehavior, tag, track } from '../../tracking/track.ts'
import { journeyEvents } from './journey-events.ts'
import { sceneOf } from './place-in-demo.ts'
import { trackOnce } from './track-once.ts'

/** Reports the visit's progress to tracking, except for another tab's changes and the deletions of a reset. */
export const journeyWatcher: Middleware<object, RootState> = (api) => (next) => (action) => {
  const before = api.getState()
  const result = next(action)
  const after = api.getState()
  if (after === before || stateRestored.match(action)) return result
  for (const { record, ...reported } of journeyEvents(before, after)) {
    if (record === undefined) track(reported)
    else trackOnce(record, reported)
  }
  const { chosenWallet } = after.wallets
  if (chosenWallet !== null && chosenWallet !== before.wallets.chosenWallet) tag('wallet', chosenWallet)
  const { character } = sceneOf(after, location.pathname)
  if (character && after.characters.currentCharacter !== before.characters.currentCharacter) tag('character', character)
  return result
}

/** Moves the session into the store, as slice `behavior`. */
export function startBehavior(store: AppStore): void {
  store.dispatch({ type: 'behavior/sessionRestored', payload: behaviorSession() })
  moveBehavior({ read: () => store.getState().behavior, apply: (action) => store.dispatch(action) }, () =>
    sceneOf(store.getState(), location.pathname),
  )
}

/** The tracking session of this page; `tracking` decides what to persist. */
export function behaviorReducer(session = freshSession(), action: UnknownAction) {
  return nextSession(session, action as BehaviorAction)
}
