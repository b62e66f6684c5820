import { call } from '../api/call.ts'
import { startBehavior } from './behavior/watch-journey.ts'
import { catchUp } from './catch-up.ts'
import { startPersistence } from './persistence/persistence.ts'
import { startLiveLink } from './socket/live-link.ts'
import { type AppStore, createStore } from './store.ts'

let appStore: AppStore | undefined

/** The page's one store, restored and linked when it is first asked for. Only in a browser. */
export function getAppStore(): AppStore {
  if (appStore) return appStore
  appStore = createStore({ call })
  startBehavior(appStore)
  startPersistence(appStore)
  startLiveLink(appStore)
  void appStore.dispatch(catchUp())
  return appStore
}
