import { type ReactNode, useId } from 'react'
import { classNames } from '../../../ui/class-names.ts'

const tones = { paper: '', sand: 'bg-sand', night: 'bg-night text-on-night' } as const

interface SectionProps {
  title: string
  lead?: ReactNode
  /** Background; neighbours should differ. */
  tone?: keyof typeof tones
  /** Anchor for links. */
  id?: string
  /** Beside the content on wide screens, below it on narrow ones. */
  beside?: ReactNode
  children?: ReactNode
}

/** A section with its own heading and background. */
export function Section({ title, lead, tone = 'paper', id, beside, children }: SectionProps) {
  const heading = useId()
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className={classNames('py-[clamp(48px,7vw,104px)] print:py-6', tones[tone])}
    >
      <div
        className={classNames(
          'wrap',
          beside ? 'grid items-start gap-x-12 gap-y-10 *:min-w-0 lg:grid-cols-[0.9fr_1.1fr]' : false,
        )}
      >
        <div>
          <h2 id={heading} className="max-w-[24ch] text-title">
            {title}
          </h2>
          {lead ? (
            <p className={classNames('measure mt-4 text-lead', tone === 'night' ? 'opacity-80' : 'text-mute')}>
              {lead}
            </p>
          ) : null}
          {children ? <div className="mt-10 print:mt-5">{children}</div> : null}
        </div>
        {beside}
      </div>
    </section>
  )
}
