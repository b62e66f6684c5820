import { useAppSelector } from '../../state/app-thunk.ts'
import { NavigationBar } from '../../ui/navigation-bar.tsx'
import { selectOnboardingNavigation } from '../../visit/onboarding/onboarding-selectors.ts'
import type { StepNavigation } from './use-step-navigation.ts'

/** Back and Next of the character onboarding. */
export function OnboardingNavigation({ navigation }: { navigation: StepNavigation }) {
  const { nextLabel, canGoNext, canGoBack } = useAppSelector(selectOnboardingNavigation)
  return (
    <NavigationBar
      onBack={navigation.goBack}
      canGoBack={canGoBack}
      onNext={() => navigation.goNext(nextLabel === 'skip' ? 'skip' : 'next')}
      canGoNext={canGoNext}
      nextLabel={nextLabel}
    />
  )
}
