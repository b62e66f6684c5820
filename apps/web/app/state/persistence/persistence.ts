import { persistedState } from '@lastmile/contracts/constants'
import { stateRestored } from '../demo-actions.ts'
import type { AppStore } from '../store.ts'
import { parsePersisted, serialise } from './persisted-state.ts'

/** Changes within this time are written together. */
const writeDelay = 200

/**
 * Restores the store from this browser's storage at once (so the specified time-out of restoring cannot be reached),
 * then keeps both in step: changes are written shortly after they happen and when the page is left; what another tab
 * wrote is taken over. Without usable storage (private mode, full) the visit simply lasts as long as the page.
 *
 * @returns stops it, writing what is still unwritten.
 */
export function startPersistence(store: AppStore, storage: Storage | undefined = browserStorage()): () => void {
  const { key } = persistedState
  const read = () => {
    try {
      return storage?.getItem(key) ?? null
    } catch {
      return null
    }
  }

  /** The text that storage and store agree on. */
  let agreed = read()
  let timer: ReturnType<typeof setTimeout> | undefined

  const restored = parsePersisted(agreed)
  if (restored) store.dispatch(stateRestored(restored))

  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const text = serialise(store.getState())
    if (text === agreed) return
    agreed = text
    try {
      storage?.setItem(key, text)
    } catch {
      // Full or forbidden: nothing a visitor could do about it, and the visit itself goes on.
    }
  }

  const writeSoon = () => {
    timer ??= setTimeout(write, writeDelay)
  }

  const writePending = () => {
    if (timer !== undefined) write()
  }

  /** Takes over what another tab wrote, except its progress within a use case. */
  const adopt = (text: string | null) => {
    if (text === null || text === agreed) return
    const theirs = parsePersisted(text)
    if (!theirs) return
    clearTimeout(timer)
    timer = undefined
    const { section, useCases, ...shared } = theirs
    store.dispatch(stateRestored(shared))
    clearTimeout(timer)
    timer = undefined
    agreed = serialise(store.getState())
  }

  const onStorage = (event: StorageEvent) => {
    // null: another tab cleared the storage. The visit here goes on and is written at its next change.
    if (event.key === key) adopt(event.newValue)
  }
  // A page that was frozen has missed the other tabs' events.
  const onShow = () => adopt(read())

  const unsubscribe = store.subscribe(writeSoon)
  addEventListener('storage', onStorage)
  addEventListener('pagehide', writePending)
  addEventListener('pageshow', onShow)

  return () => {
    writePending()
    unsubscribe()
    removeEventListener('storage', onStorage)
    removeEventListener('pagehide', writePending)
    removeEventListener('pageshow', onShow)
  }
}

/** Undefined where the browser forbids even asking for it. */
function browserStorage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
