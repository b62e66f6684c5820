import { createContext } from 'react'

interface Way {
  /** Path of the page. */
  path: string
  go: () => void
}

/** Maps a credential's name to this site's issuing page; the demo knows it, the wallet does not. */
export const WayToCredential = createContext<(name: string) => Way | undefined>(() => undefined)
