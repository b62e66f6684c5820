import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface WaitingProps {
  /** What is waited for, how long it usually takes, what to do if nothing happens. */
  children: ReactNode
  className?: string
  'data-testid'?: string
}

export function Waiting({ children, className, ...rest }: WaitingProps) {
  return (
    <div
      role="status"
      data-testid={rest['data-testid']}
      className={classNames('flex items-center gap-4 text-small text-mute', className)}
    >
      <span aria-hidden="true" className="relative ml-1 grid size-4 shrink-0 place-items-center">
        <span className="absolute inset-[-2px] rounded-full bg-leaf/20" />
        <span className="size-2.5 animate-pulse-soft rounded-full bg-leaf" />
      </span>
      <div>{children}</div>
    </div>
  )
}
