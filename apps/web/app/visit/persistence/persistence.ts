import { persistedState } from '@lastmile/contracts/site'
import type { AppStore } from '../../state/app-thunk.ts'
import { stateRestored } from '../../state/demo-actions.ts'
import type { PersistedState } from '../../state/root-state.ts'
import { parsePersisted, pickPersisted, serialise } from './persisted-state.ts'

/**
 * Restores the store from this browser's storage at once (so the specified time-out of restoring cannot be reached),
 * then keeps both in step: a change is written as soon as the task that made it ends, and what other tabs changed is
 * taken over, before every write too. Without usable storage (private mode, full) the visit lasts as long as the page.
 *
 * @returns stops it, writing what is still unwritten.
 */
export function startPersistence(store: AppStore, storage: Storage | undefined = browserStorage()): () => void {
  const { key } = persistedState
  const own = () => pickPersisted(store.getState())
  const read = () => {
    try {
      return parsePersisted(storage?.getItem(key) ?? null)
    } catch {
      return undefined
    }
  }
  /** Whether it could be written: storage may be full or forbidden, and the visit itself goes on. */
  const write = (state: PersistedState) => {
    try {
      storage?.setItem(key, serialise(state))
      return true
    } catch {
      return false
    }
  }

  /** What the storage held when it was last looked at, and what the store held then. */
  let seen = read()
  if (seen) store.dispatch(stateRestored(seen))
  let known = own()

  const synchronise = () => {
    const mine = own()
    const theirs = read()
    const news = newsOf({ mine, known, theirs, seen })
    const merged = { ...mine, ...news }
    const isWritten = !isSame(mine, known) && write(merged)
    seen = isWritten ? merged : theirs
    known = merged
    if (news) store.dispatch(stateRestored(news))
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

/** Progress within a use case is each tab's own. */
const shared = ['characters', 'wallets', 'connection', 'credentials', 'onboarding', 'preferences'] as const

interface Meeting {
  mine: PersistedState
  known: PersistedState
  theirs: PersistedState | undefined
  seen: PersistedState | undefined
}

/** The slices that only another tab has changed since the last look: neither tab undoes what the other has done. */
function newsOf({ mine, known, theirs, seen }: Meeting): Partial<PersistedState> | undefined {
  if (!theirs) return undefined
  const news = shared.filter((slice) => isSame(mine[slice], known[slice]) && !isSame(theirs[slice], seen?.[slice]))
  return news.length === 0 ? undefined : Object.fromEntries(news.map((slice) => [slice, theirs[slice]]))
}

const isSame = (one: object, other: object | undefined) => JSON.stringify(one) === JSON.stringify(other)

/** Undefined where the browser forbids even asking for it. */
function browserStorage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
