import { createContext } from 'react'

interface Place {
  /** Changes with each step of the visit. */
  step: string
  /** Path of the page that waits there, while onboarding or a use case is under way. */
  path?: string | undefined
  /** Whether the wallet has nothing to do at this step. */
  isQuiet?: boolean
  /** As whom and what for the visitor is here, where the wallet opens before anything was read. */
  story?: string | undefined
  /** The credential whose keys its issuer makes first, so that the offer takes longer than usual. */
  wait?: string | undefined
  /** The request of the page that is shown. */
  page?: { verifier: string; purpose: string; verdict?: 'accepted' | 'not-accepted' | undefined } | undefined
}

/** Where the visit stands; the demo knows it, the wallet does not. */
export const VisitPlace = createContext<Place>({ step: '' })
