import { type ReactNode, useId } from 'react'
import { pressed } from '../tracking/presses.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { t } from './texts.ts'

interface NavigationBarProps {
  /** A first step has no Back. */
  onBack?: (() => void) | undefined
  canGoBack: boolean
  onNext: () => void
  canGoNext: boolean
  nextLabel: 'next' | 'skip' | 'finish' | 'start' | 'complete'
  /** In the place of Back. */
  leave?: ReactNode
  /** On the page instead of the foot of a panel. */
  isPlain?: boolean
  /** The step needs the foot of the window; the bar waits at the step's end. */
  isLast?: boolean
  /** Id of the form that Next submits instead of calling `onNext`. */
  form?: string | undefined
  /** Above the buttons: why Next is open or not. */
  note?: string | undefined
  /** Leads to what keeps Next closed. */
  onNote?: (() => void) | undefined
}

/**
 * Back and Next below the step; they stick to the foot of the window while the step is longer.
 * The content beneath fades out to show that it continues.
 */
export function NavigationBar(props: NavigationBarProps) {
  const { onBack, canGoBack, onNext, canGoNext, nextLabel, leave, isPlain, isLast, form, note, onNote } = props
  const noteId = useId()
  return (
    <div
      className={classNames(
        'z-10 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 low:static short:py-2',
        !isLast && 'sticky bottom-(--consent-space) fade-above low:before:hidden',
        isPlain ? 'bg-sand' : 'border-t border-line bg-paper px-(--pad)',
      )}
    >
      {note ? (
        <p id={noteId} className="w-full text-small text-mute">
          {onNote ? (
            <button type="button" onClick={onNote} className="min-h-6 text-left underline underline-offset-4">
              {note}
            </button>
          ) : (
            note
          )}
        </p>
      ) : null}
      {onBack ? (
        <Button variant="ghost" onClick={onBack} disabled={!canGoBack} {...pressed('button_click', 'back')}>
          {t('back')}
        </Button>
      ) : null}
      {leave}
      <Button
        type={form === undefined ? 'button' : 'submit'}
        form={form}
        onClick={form === undefined ? onNext : undefined}
        variant={nextLabel === 'skip' ? 'ghost' : 'primary'}
        disabled={!canGoNext}
        aria-describedby={note ? noteId : undefined}
        className="ml-auto"
        data-testid="next"
        {...pressed('button_click', nextLabel)}
      >
        {t(nextLabel)}
      </Button>
    </div>
  )
}
