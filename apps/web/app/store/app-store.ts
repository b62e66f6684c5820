import { call } from '../api/call.ts'
import type { AppStore } from '../state/app-thunk.ts'
import { startBehavior } from '../visit/behavior/watch-journey.ts'
import { startLiveLink } from '../visit/live-link/live-link.ts'
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
  return appStore
}
