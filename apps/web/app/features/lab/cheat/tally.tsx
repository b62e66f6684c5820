import type { CheatName } from '@lastmile/lab/cheats'
import { Button } from '../../../ui/button.tsx'
import { t } from './texts.ts'

interface TallyProps {
  /** Of each attempt that was judged: whether it was taken. */
  taken: readonly boolean[]
  all: number
  next: CheatName | undefined
}

export const attemptId = (name: CheatName | 'honest') => `attempt-${name}`

/** How the visitor's attempts ended, and the way to the next one. Stays in view. */
export function Tally({ taken, all, next }: TallyProps) {
  const passed = taken.filter(Boolean).length
  return (
    <div className="sticky top-0 z-1 mb-3 flex flex-wrap items-center justify-between gap-x-6 rounded-2xl border border-edge bg-paper px-4 py-1 leading-tight text-small shadow-lift low:static">
      <p data-testid="tally" className="font-semibold">
        {t('tally', { tried: taken.length, all, caught: taken.length - passed, passed })}
      </p>
      {next ? (
        <Button variant="quiet" size="small" className="min-w-0" onClick={() => goTo(next)}>
          <span className="truncate">{t('nextAttempt', { title: t(`${next}Title`) })}</span>
        </Button>
      ) : (
        <p className="flex min-h-11 items-center text-mute">{t('allTried')}</p>
      )}
    </div>
  )
}

/** Its button gets the focus, so that it is read before it is pressed. */
function goTo(name: CheatName) {
  const attempt = document.getElementById(attemptId(name))
  attempt?.scrollIntoView({ block: 'center' })
  attempt?.querySelector('button')?.focus({ preventScroll: true })
}
