import type { Meeting, UseCase, UseCaseStep } from '@lastmile/contracts'
import { useAppSelector } from '../../state/app-thunk.ts'
import { selectStepMeeting } from '../../visit/use-cases/use-case-selectors.ts'

/** How the party of this step has been met; undefined when it has not. */
export const useStepMeeting = (
  useCase: UseCase,
  steps: readonly UseCaseStep[],
  stepIndex: number,
): Meeting | undefined => useAppSelector((state) => selectStepMeeting(state, useCase, steps, stepIndex))
