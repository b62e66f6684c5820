import { call } from '../api/call.ts'
import type { AppStore } from '../state/app-thunk.ts'
import { startBehavior } from '../visit/behavior/watch-journey.ts'
import { catchUp } from '../visit/catch-up.ts'
import { startLiveLink, subscriptionsOf } from '../visit/live-link/live-link.ts'
import { startPersistence } from '../visit/persistence/persistence.ts'
import { createStore } from './store.ts'

let appStore: AppStore | undefined

/** The page's only store, restored and linked on first use. Browsers only. */
export function getAppStore(): AppStore {
  if (appStore) return appStore
  appStore = createStore({ call })
  startBehavior(appStore)
  startPersistence(appStore)
  startLiveLink(appStore)
  // Without anything to follow there is no link that would do so.
  if (subscriptionsOf(appStore.getState()).length === 0) void appStore.dispatch(catchUp())
  return appStore
}
