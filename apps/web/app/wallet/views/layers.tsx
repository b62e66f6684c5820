import type { ReactNode } from 'react'
import { useElapsed } from '../../ui/use-elapsed.ts'

/** Where the wallet shows. */
export interface WalletPlace {
  /** From the page's address. */
  link?: string
  /** On a page of its own. */
  isPage?: boolean
  /** Leads back to the page, where the wallet covers it. */
  onBack?: (() => void) | undefined
}

/** Of a dialog about the whole wallet. */
export interface WalletDialogProps {
  onClose: () => void
  /** @param news announced after closing */
  onDone: (news: string) => void
}

/** Scrolls between the wallet's head and its foot. */
export function WalletBody({ children }: { children: ReactNode }) {
  return (
    <div className="relative grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-y-auto overscroll-contain p-4 more-below">
      {children}
    </div>
  )
}

/** Of an item in a list of the body: where there is room, it stands to the right of the list. */
export const asideWhereWide =
  '@min-[48rem]:absolute @min-[48rem]:top-4 @min-[48rem]:right-4 @min-[48rem]:left-88 @min-[48rem]:pb-4'

/** Milliseconds in which a second tap for the decision before may still come. */
const secondTap = 700

/** The buttons of the decision, always in view. */
export function WalletFoot({ children }: { children: ReactNode }) {
  const isReady = useElapsed(secondTap)
  return (
    <div
      inert={!isReady}
      className="sticky bottom-(--consent-space) z-10 flex shrink-0 flex-wrap gap-3 border-t border-line bg-paper px-4 py-3 @max-[20rem]:gap-2 @max-[20rem]:[&>:is(a,button)]:px-3"
    >
      {children}
    </div>
  )
}
