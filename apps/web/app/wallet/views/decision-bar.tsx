import type { ReactNode } from 'react'

/** The buttons of a decision, in view as long as its card is. */
export function DecisionBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-(--consent-space) z-10 -mx-4 -mb-4 flex flex-wrap gap-3 @max-[20rem]:gap-2 @max-[20rem]:*:px-3 rounded-b-panel border-t border-line bg-paper px-4 py-3 low:static sm:-mx-5 sm:-mb-5 sm:px-5">
      {children}
    </div>
  )
}
