import { timings } from '@lastmile/contracts/constants'
import { type ReactNode, useContext } from 'react'
import { classNames } from './class-names.ts'
import { IsStepState } from './step-frame.tsx'
import { useElapsed } from './use-elapsed.ts'

interface WaitingProps {
  /** The wait, its usual length, and advice if nothing happens. */
  children: ReactNode
  /** A button that ends the wait. */
  action?: ReactNode
  /** A way out that appears after `helpAfter`, 10 s at first (docs/product.md, section 4). */
  help?: ReactNode
  /** Not before the time that the text promises. */
  helpAfter?: number
  /** The text changes often and announces its news itself. */
  isSilent?: boolean
  className?: string
  'data-testid'?: string
}

export function Waiting(props: WaitingProps) {
  const { children, action, help, helpAfter = timings.waitingHelp, isSilent = false, className, ...rest } = props
  const longWait = useElapsed(helpAfter)
  const isState = useContext(IsStepState)
  return (
    <div
      role={isSilent ? undefined : 'status'}
      data-testid={rest['data-testid']}
      className={classNames(
        'flex items-start gap-3.5 text-small text-mute',
        // As high as the notice that follows: nothing below moves.
        isState &&
          'min-h-20 rounded-2xl border border-line bg-paper p-4 @max-[24rem]/page:gap-2.5 @max-[24rem]/page:p-3',
        className,
      )}
    >
      <span aria-hidden="true" className="relative mt-[0.2em] ml-0.5 grid size-4 shrink-0 place-items-center">
        <span className="absolute inset-[-2px] rounded-full bg-leaf/20" />
        <span className="size-2.5 animate-pulse-soft rounded-full bg-leaf" />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-60">{children}</div>
        {action}
        {/* Last, and in room kept for it: what stands above and below stays where it is. */}
        {help ? (
          <div className={classNames('-mt-3 -mb-3 w-full', isState && 'min-h-11')}>
            {longWait ? <div className="animate-rise">{help}</div> : null}
          </div>
        ) : null}
      </div>
    </div>
  )
}
