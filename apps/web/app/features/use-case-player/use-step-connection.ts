import type { ScreenConnection, UseCase, UseCaseStep } from '@lastmile/contracts'
import { useAppSelector } from '../../state/app-thunk.ts'
import { selectStepConnection } from '../../visit/use-cases/use-case-selectors.ts'

/** The connection that carries this step's offer or request; undefined when its party has none. */
export const useStepConnection = (
  useCase: UseCase,
  steps: readonly UseCaseStep[],
  stepIndex: number,
): ScreenConnection | undefined => useAppSelector((state) => selectStepConnection(state, useCase, steps, stepIndex))
