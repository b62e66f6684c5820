import { useAppSelector } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { Stepper, type StepperItem } from '../../ui/stepper.tsx'
import { selectOnboardingStep, selectOnboardingSteps } from '../../visit/onboarding/onboarding-selectors.ts'
import { progressOf } from './progress-of.ts'

/** Stands in for the character's own, so that picking one moves nothing on the page. */
const untilPicked: readonly StepperItem[] = [
  { label: 'Character', state: 'current' },
  { label: 'Wallet', state: 'next' },
  { label: 'Credentials', state: 'next' },
  { label: 'Ready', state: 'next' },
]

export function OnboardingProgress() {
  const character = useAppSelector(selectCurrentCharacter)
  const steps = useAppSelector(selectOnboardingSteps)
  const { screen } = useAppSelector(selectOnboardingStep)
  const screenIds = steps.map((step) => step.screen.screenId)
  const items = character ? progressOf(character.progressBar, screenIds, screen.screenId) : untilPicked
  if (items.length === 0) return null
  return (
    <div className="border-b border-line px-[clamp(20px,3.5vw,48px)] py-4 sm:py-5">
      <Stepper items={items} label="Your way to the credentials" />
    </div>
  )
}
