import type { ScreenConnection, UseCaseStep } from '@lastmile/contracts'
import { hasRole } from '@lastmile/contracts/screen-kinds'
import { connectionOfScreen } from '../../exchanges/connecting/connection-slice.ts'
import { screenKeyOf } from '../../exchanges/connecting/screen-key.ts'
import { useAppSelector } from '../../state/app-thunk.ts'
import { selectRidingConnection } from '../../visit/use-cases/use-case-selectors.ts'

/** The connection of the nearest CONNECTION screen before this step, or else one made earlier in the visit. */
export function useStepConnection(
  slug: string,
  steps: readonly UseCaseStep[],
  stepIndex: number,
): ScreenConnection | undefined {
  const screenId = steps.slice(0, stepIndex).findLast((step) => hasRole(step, 'connection'))?.screen.screenId
  return useAppSelector((state) =>
    screenId === undefined
      ? selectRidingConnection(state)
      : connectionOfScreen(state.connection, screenKeyOf(slug, screenId)),
  )
}
