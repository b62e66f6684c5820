import type { UseCaseStep } from '@lastmile/journey'
import { useAppSelector } from '../../state/app-thunk.ts'
import { connectionOfScreen, type ScreenConnection } from '../../state/connection/connection-slice.ts'
import { useCaseScreenKey as screenKey } from '../../state/connection/screen-key.ts'
import { selectRidingConnection } from '../../state/use-cases/use-case-selectors.ts'

/** The connection that carries this step: of the nearest CONNECTION screen before it, else one made earlier in the visit. */
export function useStepConnection(
  slug: string,
  steps: readonly UseCaseStep[],
  stepIndex: number,
): ScreenConnection | undefined {
  const screenId = steps.slice(0, stepIndex).findLast((step) => step.kind === 'CONNECTION')?.screen.screenId
  return useAppSelector((state) =>
    screenId === undefined
      ? selectRidingConnection(state)
      : connectionOfScreen(state.connection, screenKey(slug, screenId)),
  )
}
