import { useAppSelector } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { Stepper, type StepperItem } from '../../ui/stepper.tsx'
import { selectOnboardingStep, selectOnboardingSteps } from '../../visit/onboarding/onboarding-selectors.ts'
import { progressOf } from '../../visit/onboarding/progress-of.ts'
import { t } from './texts.ts'

export function OnboardingProgress() {
  const picked = useAppSelector(selectCurrentCharacter)
  const visible = useAppSelector((state) => state.characters.characters).filter(({ hidden }) => !hidden)
  const [first] = visible
  const steps = useAppSelector(selectOnboardingSteps)
  const { screen } = useAppSelector(selectOnboardingStep)
  // Before a choice a bar of as many steps stands in: picking then shifts no layout.
  const screenIds = picked
    ? steps.map((step) => step.screen.screenId)
    : first?.onboarding.map(({ screenId }) => screenId)
  const isShared = ({ label }: StepperItem) =>
    visible.every(({ progressBar }) => progressBar.some(({ name }) => name === label))
  const items = progressOf((picked ?? first)?.progressBar ?? [], screenIds ?? [], screen.screenId).map((item) =>
    picked || isShared(item) ? item : { state: item.state },
  )
  if (items.length === 0) return null
  return (
    <div className="border-b border-line px-(--pad) py-4 short:py-2">
      <Stepper items={items} label={t('progress')} />
    </div>
  )
}
