import { createContext } from 'react'

interface Way {
  /** Of the page that it leads to. */
  path: string
  go: () => void
}

/** By the name of a credential, the way to where this site issues it; the demo knows, which the wallet does not. */
export const WayToCredential = createContext<(name: string) => Way | undefined>(() => undefined)
