import { type ReactNode, useId } from 'react'
import { classNames } from '../../../ui/class-names.ts'

const tones = { paper: '', sand: 'bg-sand', night: 'bg-night text-on-night' } as const

interface SectionProps {
  title: string
  lead?: ReactNode
  /** The ground; neighbours should differ. */
  tone?: keyof typeof tones
  /** For links that lead here. */
  id?: string
  children?: ReactNode
}

/** A part of a page under its own heading, on a ground of its own. */
export function Section({ title, lead, tone = 'paper', id, children }: SectionProps) {
  const heading = useId()
  return (
    <section id={id} aria-labelledby={heading} className={classNames('py-[clamp(48px,7vw,104px)]', tones[tone])}>
      <div className="wrap">
        <h2 id={heading} className="max-w-[24ch] text-title">
          {title}
        </h2>
        {lead ? (
          <p className={classNames('measure mt-4 text-lead', tone === 'night' ? 'opacity-80' : 'text-mute')}>{lead}</p>
        ) : null}
        {children ? <div className="mt-10">{children}</div> : null}
      </div>
    </section>
  )
}
