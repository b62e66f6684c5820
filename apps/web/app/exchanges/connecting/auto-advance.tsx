import { timings } from '@lastmile/contracts/constants'
import { labels } from '@lastmile/contracts/texts'
import { useEffect, useEffectEvent, useState } from 'react'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

interface AutoAdvanceProps {
  /** Called once the notices have been shown, unless the visitor paused. */
  onAdvance: () => void
  /** What comes next: 'Taking you to your credential.' */
  next: string
  /** A button that goes on at once. */
  advanceLabel?: string | undefined
}

/**
 * 'Connection Established!' for 1.5 s, then what comes next, then on after another 2 s (specification, section 4). It can
 * be paused (WCAG 2.2.1); the step's own button goes on from there.
 */
export function AutoAdvance({ onAdvance, next, advanceLabel }: AutoAdvanceProps) {
  const [phase, setPhase] = useState<'established' | 'proceeding' | 'paused'>('established')
  const advance = useEffectEvent(onAdvance)

  useEffect(() => {
    if (phase === 'paused') return
    const timer =
      phase === 'established'
        ? setTimeout(() => setPhase('proceeding'), timings.connectedNotice)
        : setTimeout(() => advance(), timings.connectedAdvance)
    return () => clearTimeout(timer)
  }, [phase])

  useEffect(() => announce(labels.connectionEstablished), [])

  return (
    <div
      data-testid="connection-established"
      className="flex animate-rise flex-wrap items-center gap-4 rounded-2xl bg-leaf-soft p-5"
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-forest text-on-forest">
        <Icon name="tick" size={24} />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-display text-[1.25rem] font-semibold leading-tight">{labels.connectionEstablished}</p>
        <p className="mt-1 text-small">
          {phase === 'established' ? 'Only you and they can read what passes between you.' : null}
          {phase === 'proceeding' ? next : null}
          {phase === 'paused' ? 'Paused. Go on whenever you are ready.' : null}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {advanceLabel ? (
          <Button size="small" onClick={onAdvance}>
            {advanceLabel}
          </Button>
        ) : null}
        {phase === 'paused' ? null : (
          <Button variant="ghost" size="small" onClick={() => setPhase('paused')}>
            <Icon name="pause" size={18} />
            Stay here
          </Button>
        )}
      </div>
    </div>
  )
}
