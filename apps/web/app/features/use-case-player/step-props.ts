import type { Character, UseCase, UseCaseStep, Verifier } from '@lastmile/contracts'

/** What every step is shown with. */
export interface StepProps<Step = UseCaseStep> {
  step: Step
  character: Character
  useCase: UseCase
  steps: readonly UseCaseStep[]
  stepIndex: number
  verifier: Verifier
  onAdvance: () => void
}
