import type { ReactNode } from 'react'
import { Icon } from '../../../ui/icon.tsx'

/** A note that a reader needs before the content of a page. */
export const Note = ({ children }: { children: ReactNode }) => (
  <p className="mt-8 flex w-fit max-w-[36rem] items-start gap-3 rounded-card bg-amber-soft p-4 text-small">
    <Icon name="info" />
    <span>{children}</span>
  </p>
)
