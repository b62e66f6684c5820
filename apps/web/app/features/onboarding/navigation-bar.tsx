import { labels } from '@lastmile/contracts/texts'
import { useAppSelector } from '../../state/app-thunk.ts'
import { pressed } from '../../tracking/presses.ts'
import { Button } from '../../ui/button.tsx'
import { selectOnboardingNavigation } from '../../visit/onboarding/onboarding-selectors.ts'
import type { StepNavigation } from './use-step-navigation.ts'

/**
 * Back and Next, always in reach: below the step, and at the foot of the window while the step is longer than it. What goes
 * on beneath fades out, so that it is seen to go on.
 */
export function NavigationBar({ navigation }: { navigation: StepNavigation }) {
  const { nextLabel, canGoNext, canGoBack } = useAppSelector(selectOnboardingNavigation)
  return (
    <div className="sticky bottom-(--consent-space) z-10 flex items-center justify-between gap-4 rounded-b-panel border-t border-line bg-paper low:static px-[clamp(20px,3.5vw,48px)] py-4 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-[clamp(20px,3.5vw,36px)] before:bg-linear-to-t before:from-paper before:to-transparent">
      <Button variant="ghost" onClick={navigation.goBack} disabled={!canGoBack} {...pressed('button_click', 'back')}>
        {labels.back}
      </Button>
      <Button
        onClick={() => navigation.goNext(nextLabel === 'skip' ? 'skip' : 'next')}
        disabled={!canGoNext}
        {...pressed('button_click', nextLabel)}
      >
        {labels[nextLabel]}
      </Button>
    </div>
  )
}
