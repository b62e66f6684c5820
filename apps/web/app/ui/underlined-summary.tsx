import type { ReactNode } from 'react'

/** The label of a `<details>` that folds what is seldom read. */
export const UnderlinedSummary = ({ children }: { children: ReactNode }) => (
  <summary className="inline-flex min-h-11 cursor-pointer items-center text-small font-semibold text-forest underline decoration-1 underline-offset-4 hover:decoration-2">
    {children}
  </summary>
)
