import { timings } from '@lastmile/contracts/constants'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useElapsed } from './use-elapsed.ts'

interface WaitingProps {
  /** The wait, its usual length, and advice if nothing happens. */
  children: ReactNode
  /** A way out that appears after 10 s (docs/product.md, section 4). */
  help?: ReactNode
  /** The text changes often and announces its news itself. */
  isSilent?: boolean
  className?: string
  'data-testid'?: string
}

export function Waiting({ children, help, isSilent = false, className, ...rest }: WaitingProps) {
  const longWait = useElapsed(timings.waitingHelp)
  return (
    <div
      role={isSilent ? undefined : 'status'}
      data-testid={rest['data-testid']}
      className={classNames('flex items-start gap-3.5 text-small text-mute', className)}
    >
      <span aria-hidden="true" className="relative mt-[0.2em] ml-0.5 grid size-4 shrink-0 place-items-center">
        <span className="absolute inset-[-2px] rounded-full bg-leaf/20" />
        <span className="size-2.5 animate-pulse-soft rounded-full bg-leaf" />
      </span>
      <div className="min-w-0 flex-1">
        {children}
        {help && longWait ? <div className="animate-rise">{help}</div> : null}
      </div>
    </div>
  )
}
