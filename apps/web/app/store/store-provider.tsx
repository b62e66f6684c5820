import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { getAppStore } from './app-store.ts'

/** Wraps the demo's pages; the marketing pages have no store. */
export function StoreProvider({ children }: { children: ReactNode }) {
  return <Provider store={getAppStore()}>{children}</Provider>
}
