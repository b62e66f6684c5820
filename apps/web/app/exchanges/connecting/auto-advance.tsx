import { timings } from '@lastmile/contracts/constants'
import { useEffect, useEffectEvent, useState } from 'react'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { hasRoomBeside, useIsWalletOpen } from '../../wallet/wallet-visibility.ts'
import { t } from './texts.ts'

interface AutoAdvanceProps {
  /** Called after the notices, unless the visitor paused. */
  onAdvance: () => void
  /** Announces the next step: 'Taking you to your credential.' */
  next: string
  /** Label of a button that advances at once. */
  advanceLabel?: string | undefined
  /** Name of the family in which the other side needs no connection. */
  connectionless?: string | undefined
}

/**
 * Shows 'Connection Established!' for 1.5 s, announces the next step and advances after another 2 s (docs/product.md,
 * section 4). The visitor can pause it (WCAG 2.2.1) and continue with the step's own button. Where the web wallet
 * covers the page, no notice can be read or pressed, so it advances at once.
 */
export function AutoAdvance({ onAdvance, next, advanceLabel, connectionless }: AutoAdvanceProps) {
  const [phase, setPhase] = useState<'established' | 'proceeding' | 'paused'>('established')
  const advance = useEffectEvent(onAdvance)
  const isCovered = useIsWalletOpen() && !hasRoomBeside()

  useEffect(() => {
    if (phase === 'paused') return
    const timer =
      phase === 'established' && !isCovered
        ? setTimeout(() => setPhase('proceeding'), timings.connectedNotice)
        : setTimeout(() => advance(), isCovered ? 0 : timings.connectedAdvance)
    return () => clearTimeout(timer)
  }, [phase, isCovered])

  const title = t(connectionless ? 'notNeededTitle' : 'established')
  const reason = connectionless ? t('notNeededText', { family: connectionless }) : t('establishedText')
  useEffect(() => announce(title), [title])

  return (
    <div
      data-testid="connection-established"
      className="flex animate-rise flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl bg-leaf-soft p-3"
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-forest text-on-forest @max-[24rem]/page:hidden">
        <Icon name="tick" size={24} />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-display text-[1.125rem] @min-[24rem]/page:text-[1.25rem] font-semibold leading-tight">
          {title}
        </p>
        <p className="mt-1 text-small">
          {phase === 'established' ? reason : null}
          {phase === 'proceeding' ? next : null}
          {phase === 'paused' ? t('paused') : null}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden @max-[24rem]/page:flex-nowrap @max-[24rem]/page:*:px-3">
        {advanceLabel ? (
          <Button size="small" onClick={onAdvance}>
            {advanceLabel}
          </Button>
        ) : null}
        {phase === 'paused' ? null : (
          <Button variant="quiet" size="small" onClick={() => setPhase('paused')} className="px-2">
            {t('stayHere')}
          </Button>
        )}
      </div>
    </div>
  )
}
