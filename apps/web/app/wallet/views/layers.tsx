import type { ReactNode } from 'react'

/** Scrolls between the wallet's head and its foot. */
export function WalletBody({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-y-auto overscroll-contain p-4">
      {children}
    </div>
  )
}

/** The buttons of the decision, always in view. */
export function WalletFoot({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-(--consent-space) z-10 flex shrink-0 flex-wrap gap-3 border-t border-line bg-paper px-4 py-3 @max-[20rem]:gap-2 @max-[20rem]:*:px-3">
      {children}
    </div>
  )
}
