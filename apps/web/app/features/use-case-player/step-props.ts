import type { Character, UseCase, UseCaseStep, Verifier } from '@lastmile/contracts'

/** Props of every step. */
export interface StepProps<Step = UseCaseStep> {
  step: Step
  character: Character
  useCase: UseCase
  steps: readonly UseCaseStep[]
  stepIndex: number
  verifier: Verifier
  onAdvance: () => void
  /** Back to the dashboard. */
  onLeave: () => void
}
