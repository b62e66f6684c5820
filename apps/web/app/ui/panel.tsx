import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface PanelProps {
  children: ReactNode
  className?: string
  /** `sand` for a panel beside the main one. */
  tone?: 'paper' | 'sand'
}

export function Panel({ children, className, tone = 'paper' }: PanelProps) {
  return (
    <div
      className={classNames(
        'rounded-panel border border-line p-[clamp(20px,3vw,40px)]',
        tone === 'paper' ? 'bg-paper' : 'bg-sand',
        className,
      )}
    >
      {children}
    </div>
  )
}
