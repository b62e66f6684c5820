import { persistedState } from '@lastmile/contracts/site'
import type { KeptConnections } from '../../exchanges/connecting/connection-slice.ts'
import type { AppStore } from '../../state/app-thunk.ts'
import { stateRestored } from '../../state/demo-actions.ts'
import {
  freshTab,
  parseShared,
  parseTab,
  type SharedState,
  serialiseShared,
  serialiseTab,
  sharedOf,
  tabOf,
} from './kept-state.ts'
import { isSame, merge } from './merge.ts'

/** All tabs keep the visit together; where one is within a use case only this tab keeps. */
export interface BrowserStorage {
  shared: Storage | undefined
  tab: Storage | undefined
}

/**
 * Restores the store from this browser's storage at once (so the specified time-out of restoring cannot be reached),
 * then keeps both in step: a change is written as soon as the task that made it ends, and what other tabs changed is
 * taken over, before every write too. Without usable storage (private mode, full) the visit lasts as long as the page.
 *
 * @returns stops it, writing what is still unwritten.
 */
export function startPersistence(store: AppStore, storage: BrowserStorage = browserStorage()): () => void {
  const { key } = persistedState
  const shared = textIn(storage.shared, key)
  const tab = textIn(storage.tab, key)

  let seen = shared.read()
  const kept = parseShared(seen)
  if (kept) store.dispatch(stateRestored({ ...kept, ...parseTab(tab.read(), kept) }))
  /** What the store and the storage last had in common. */
  let agreed = sharedOf(store.getState())
  let agreedTab = tabOf(store.getState())

  const synchroniseShared = () => {
    const mine = sharedOf(store.getState())
    const text = shared.read()
    if (text === seen && isUnchanged(mine, agreed)) return
    const theirs = text === seen ? agreed : parseShared(text)
    seen = text
    const merged = theirs ? mergeVisits(agreed, mine, theirs) : mine
    let isStored = true
    if (!isSame(mine, agreed) && !isSame(merged, theirs)) {
      const written = serialiseShared(merged)
      isStored = shared.write(written)
      if (isStored) seen = written
    }
    takeOver(mine, merged)
    if (isStored) agreed = sharedOf(store.getState())
  }

  const takeOver = (mine: SharedState, merged: SharedState) => {
    const news = slicesOf(merged).filter((slice) => !isSame(merged[slice], mine[slice]))
    if (news.length === 0) return
    const changed = Object.fromEntries(news.map((slice) => [slice, merged[slice]]))
    const isOtherVisit = merged.characters.currentCharacter !== mine.characters.currentCharacter
    store.dispatch(stateRestored({ ...changed, ...(isOtherVisit ? freshTab : {}) }))
  }

  const synchronise = () => {
    synchroniseShared()
    const mine = tabOf(store.getState())
    if (isSame(mine, agreedTab)) return
    agreedTab = mine
    tab.write(serialiseTab(mine, agreed))
  }

  let isDue = false
  const synchroniseIfDue = () => {
    if (!isDue) return
    isDue = false
    synchronise()
  }
  const unsubscribe = store.subscribe(() => {
    if (!isDue) queueMicrotask(synchroniseIfDue)
    isDue = true
  })
  const onStorage = (event: StorageEvent) => {
    if (event.key === key) synchronise()
  }
  addEventListener('storage', onStorage)
  // A page that was frozen has missed the other tabs' events.
  addEventListener('pageshow', synchronise)

  return () => {
    synchroniseIfDue()
    unsubscribe()
    removeEventListener('storage', onStorage)
    removeEventListener('pageshow', synchronise)
  }
}

const slicesOf = (state: SharedState) => Object.keys(state) as (keyof SharedState)[]

const isUnchanged = (mine: SharedState, known: SharedState) =>
  slicesOf(mine).every((slice) => mine[slice] === known[slice])

/** Neither tab undoes what the other has done. Where one has begun another visit, or ended it, that stands for both. */
function mergeVisits(base: SharedState, mine: SharedState, theirs: SharedState): SharedState {
  const character = (state: SharedState) => state.characters.currentCharacter
  if (character(mine) !== character(base)) return mine
  if (character(theirs) !== character(base)) return theirs
  return {
    ...merge(base, mine, theirs),
    connection: mergeConnections(base.connection, mine.connection, theirs.connection),
  }
}

/** Which screen a tab has opened last is its own affair. */
function mergeConnections(base: KeptConnections, mine: KeptConnections, theirs: KeptConnections): KeptConnections {
  const byScreen = merge(base.byScreen, mine.byScreen, theirs.byScreen)
  const screen = [mine.screen, theirs.screen].find(
    (candidate) => candidate !== null && Object.hasOwn(byScreen, candidate),
  )
  return { byScreen, screen: screen ?? null }
}

/** One text in the storage: it may be full or forbidden, and the visit itself goes on. */
const textIn = (storage: Storage | undefined, key: string) => ({
  read(): string | null {
    try {
      return storage?.getItem(key) ?? null
    } catch {
      return null
    }
  },
  /** Whether it could be written. */
  write(text: string): boolean {
    try {
      storage?.setItem(key, text)
      return true
    } catch {
      return false
    }
  },
})

/** Undefined where the browser forbids even asking for it. */
function browserStorage(): BrowserStorage {
  const ask = (storage: () => Storage) => {
    try {
      return storage()
    } catch {
      return undefined
    }
  }
  return { shared: ask(() => window.localStorage), tab: ask(() => window.sessionStorage) }
}
