import { useAppSelector } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { Stepper } from '../../ui/stepper.tsx'
import { selectOnboardingStep, selectOnboardingSteps } from '../../visit/onboarding/onboarding-selectors.ts'
import { progressOf } from '../../visit/onboarding/progress-of.ts'
import { t } from './texts.ts'

export function OnboardingProgress() {
  const picked = useAppSelector(selectCurrentCharacter)
  const first = useAppSelector((state) => state.characters.characters.find(({ hidden }) => !hidden))
  const steps = useAppSelector(selectOnboardingSteps)
  const { screen } = useAppSelector(selectOnboardingStep)
  // Before a choice, another character's bar stands in: picking then shifts no layout.
  const screenIds = picked
    ? steps.map((step) => step.screen.screenId)
    : first?.onboarding.map(({ screenId }) => screenId)
  const items = progressOf((picked ?? first)?.progressBar ?? [], screenIds ?? [], screen.screenId)
  if (items.length === 0) return null
  return (
    <div className="border-b border-line px-(--pad) py-4 short:py-2">
      <Stepper items={items} label={t('progress')} />
    </div>
  )
}
