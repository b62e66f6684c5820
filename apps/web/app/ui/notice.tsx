import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

export type NoticeTone = 'info' | 'success' | 'warning' | 'danger'

interface NoticeProps {
  tone?: NoticeTone
  title?: string
  children: ReactNode
  /** A button or link that fixes the problem. */
  action?: ReactNode
  className?: string
  'data-testid'?: string
}

const tones: Record<NoticeTone, { box: string; mark: string; icon: IconName }> = {
  info: { box: 'border border-line bg-paper', mark: 'text-forest', icon: 'info' },
  success: { box: 'bg-leaf-soft', mark: 'text-forest', icon: 'tick' },
  warning: { box: 'bg-amber-soft', mark: 'text-ink', icon: 'warning' },
  danger: { box: 'bg-clay-soft', mark: 'text-clay', icon: 'warning' },
}

/** A message that stays until it is resolved. Failures are announced at once, others at the next pause. */
export function Notice({ tone = 'info', title, children, action, className, ...rest }: NoticeProps) {
  const { box, mark, icon } = tones[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      data-testid={rest['data-testid']}
      className={classNames(
        'flex animate-rise gap-3.5 rounded-2xl p-4 text-small @max-[24rem]/page:block @max-[24rem]/page:p-3',
        box,
        className,
      )}
    >
      <Icon
        name={icon}
        size={22}
        className={classNames('mt-px @max-[24rem]/page:float-left @max-[24rem]/page:mr-2', mark)}
      />
      <div className="min-w-0 flex-1">
        {title ? <p className="font-semibold text-ink">{title}</p> : null}
        <div className="text-pretty text-ink">{children}</div>
        {action ? <div className="mt-2 flex flex-wrap gap-3">{action}</div> : null}
      </div>
    </div>
  )
}
