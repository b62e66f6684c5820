import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { getAppStore } from './app-store.ts'

/** Wraps the pages of the demo; the marketing pages do without the store. */
export function StoreProvider({ children }: { children: ReactNode }) {
  return <Provider store={getAppStore()}>{children}</Provider>
}
