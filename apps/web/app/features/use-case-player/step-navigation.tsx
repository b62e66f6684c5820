import { pressed } from '../../tracking/presses.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { t } from './texts.ts'

interface StepNavigationProps {
  onBack?: () => void
  onNext: () => void
  nextLabel: 'next' | 'complete'
  canGoNext: boolean
}

export function StepNavigation({ onBack, onNext, nextLabel, canGoNext }: StepNavigationProps) {
  return (
    <div className="mt-7 flex flex-wrap items-center justify-between gap-3">
      <Button variant="ghost" disabled={!onBack} onClick={onBack} {...pressed('button_click', 'back')}>
        <Icon name="back" size={18} />
        {t('back')}
      </Button>
      <Button disabled={!canGoNext} onClick={onNext} data-testid="next" {...pressed('button_click', nextLabel)}>
        {t(nextLabel)}
        <Icon name="next" size={18} />
      </Button>
    </div>
  )
}
