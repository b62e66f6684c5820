import { pressed } from '../tracking/presses.ts'
import { Button } from './button.tsx'
import { t } from './texts.ts'

interface NavigationBarProps {
  /** A first step has no Back. */
  onBack?: (() => void) | undefined
  canGoBack: boolean
  onNext: () => void
  canGoNext: boolean
  nextLabel: 'next' | 'skip' | 'finish'
  /** Id of the form that Next submits instead of calling `onNext`. */
  form?: string | undefined
  /** Id of the text that explains a disabled Next. */
  nextDescribedBy?: string | undefined
}

/**
 * Back and Next below the step; they stick to the foot of the window while the step is longer.
 * The content beneath fades out to show that it continues.
 */
export function NavigationBar(props: NavigationBarProps) {
  const { onBack, canGoBack, onNext, canGoNext, nextLabel, form, nextDescribedBy } = props
  return (
    <div className="sticky bottom-(--consent-space) z-10 flex items-center justify-between gap-4 rounded-b-panel border-t border-line bg-paper low:static px-(--pad) py-4 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-(--gap) before:bg-linear-to-t before:from-paper before:to-transparent">
      {onBack ? (
        <Button variant="ghost" onClick={onBack} disabled={!canGoBack} {...pressed('button_click', 'back')}>
          {t('back')}
        </Button>
      ) : null}
      <Button
        type={form === undefined ? 'button' : 'submit'}
        form={form}
        onClick={form === undefined ? onNext : undefined}
        disabled={!canGoNext}
        aria-describedby={nextDescribedBy}
        className="ml-auto"
        {...pressed('button_click', nextLabel)}
      >
        {t(nextLabel)}
      </Button>
    </div>
  )
}
