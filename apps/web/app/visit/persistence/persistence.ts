import type { SharedState } from '@lastmile/contracts'
import { persistedState } from '@lastmile/contracts/site'
import type { AppStore } from '../../state/app-thunk.ts'
import { stateRestored } from '../../state/demo-actions.ts'
import { initialTab } from '../../state/initial-state.ts'
import { withdrawOpenExchanges } from '../end-visit.ts'
import { visitNotKept } from './keeping-slice.ts'
import { lineageOf, parseShared, parseTab, serialiseShared, serialiseTab, sharedOf, tabOf } from './kept-state.ts'
import { isSame, merge } from './merge.ts'

/** So many texts of the storage a text names, and a tab remembers: it may be that far behind another. */
const mostRemembered = 8

/** All tabs share the visit; each keeps its own position within a use case. */
export interface BrowserStorage {
  shared: Storage | undefined
  tab: Storage | undefined
}

/**
 * Restores the store from storage synchronously, so the specified restore time-out cannot occur. Then syncs both ways:
 * writes at the end of each task, and merges other tabs' changes, also before every write. Without usable storage
 * (private mode, full) the visit lasts as long as the page, which then says so.
 *
 * @returns a function that writes pending changes and stops.
 */
export function startPersistence(store: AppStore, storage: BrowserStorage = browserStorage()): () => void {
  const { key } = persistedState
  const sayNotKept = () => {
    if (store.getState().keeping.isKept) store.dispatch(visitNotKept())
  }
  const shared = textIn(storage.shared, key, sayNotKept)
  const tab = textIn(storage.tab, key, sayNotKept)

  let seen = shared.read()
  const kept = parseShared(seen)
  if (kept) store.dispatch(stateRestored({ ...kept, ...parseTab(tab.read(), kept) }))
  /** The last state common to store and storage. */
  let agreed = sharedOf(store.getState())
  let agreedTab = tabOf(store.getState())
  /** The ids of the text in storage and of those it builds on, newest first. */
  let lineage = lineageOf(seen)
  /** The states agreed with the last texts, newest first. */
  let known = [{ id: lineage[0], state: agreed }]

  const synchroniseShared = () => {
    const mine = sharedOf(store.getState())
    const text = shared.read()
    if (text === seen && isUnchanged(mine, agreed)) return
    const theirs = text === seen ? agreed : parseShared(text)
    if (text !== seen) lineage = lineageOf(text)
    seen = text
    // Browsers pass writes on late: a tab that had not seen this one's last text has not deleted what is new in it.
    const base = known.find(({ id }) => lineage.includes(id))?.state ?? agreed
    const merged = theirs ? mergeVisits(base, mine, theirs) : mine
    let isStored = true
    if (!isSame(mine, base) && !isSame(merged, theirs)) {
      const ids = [Math.random(), ...lineage].slice(0, mostRemembered)
      const written = serialiseShared(merged, ids)
      isStored = shared.write(written)
      if (isStored) [seen, lineage] = [written, ids]
    }
    takeOver(mine, merged)
    if (!isStored) return
    agreed = sharedOf(store.getState())
    known = [{ id: lineage[0], state: agreed }, ...known].slice(0, mostRemembered)
  }

  const takeOver = (mine: SharedState, merged: SharedState) => {
    const news = slicesOf(merged).filter((slice) => !isSame(merged[slice], mine[slice]))
    if (news.length === 0) return
    const changed = Object.fromEntries(news.map((slice) => [slice, merged[slice]]))
    const isOtherVisit = merged.characters.currentCharacter !== mine.characters.currentCharacter
    // The other tab does not know this one's requests.
    if (isOtherVisit) void store.dispatch(withdrawOpenExchanges())
    store.dispatch(stateRestored({ ...changed, ...(isOtherVisit ? initialTab : {}) }))
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
  // A frozen page missed the other tabs' events.
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

/** Neither tab undoes the other's work. A new or ended visit in one tab applies to both. */
function mergeVisits(base: SharedState, mine: SharedState, theirs: SharedState): SharedState {
  const character = (state: SharedState) => state.characters.currentCharacter
  if (character(mine) !== character(base)) return mine
  if (character(theirs) !== character(base)) return theirs
  return {
    ...merge(base, mine, theirs),
    connection: mergeConnections(base.connection, mine.connection, theirs.connection),
  }
}

/** Each tab keeps its own current screen. */
type Connections = SharedState['connection']

function mergeConnections(base: Connections, mine: Connections, theirs: Connections): Connections {
  const byScreen = merge(base.byScreen, mine.byScreen, theirs.byScreen)
  const screen = [mine.screen, theirs.screen].find(
    (candidate) => candidate !== null && Object.hasOwn(byScreen, candidate),
  )
  return { byScreen, screen: screen ?? null }
}

/** One string in storage. Storage may be full or forbidden; the visit continues without it. */
const textIn = (storage: Storage | undefined, key: string, onFailure: () => void) => ({
  read(): string | null {
    try {
      return storage?.getItem(key) ?? null
    } catch {
      return null
    }
  },
  /** @returns whether the write succeeded */
  write(text: string): boolean {
    try {
      if (!storage) throw new Error('There is no storage')
      storage.setItem(key, text)
      return true
    } catch {
      onFailure()
      return false
    }
  },
})

/** Some browsers throw on mere access: undefined. */
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
