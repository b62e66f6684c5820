import type { UseCaseStep } from '@lastmile/contracts'
import { connectionOfScreen } from '../../exchanges/connecting/connection-slice.ts'
import { screenKeyOf } from '../../exchanges/connecting/screen-key.ts'
import type { MessagesOf } from '../../exchanges/messages/messages-slice.ts'
import { useAppSelector } from '../../state/app-thunk.ts'
import { useStepConnection } from './use-step-connection.ts'

/** Whose protocol messages belong to this step; undefined where nothing passes between the site and the wallet. */
export function useStepMessages(
  slug: string,
  steps: readonly UseCaseStep[],
  stepIndex: number,
): MessagesOf | undefined {
  const step = steps[stepIndex]
  const carrier = useStepConnection(slug, steps, stepIndex)
  const own = useAppSelector(({ connection }) =>
    step ? connectionOfScreen(connection, screenKeyOf(slug, step.screen.screenId)) : undefined,
  )
  const proofId = useAppSelector((state) => state.proof.id)
  switch (step?.kind) {
    case 'CONNECTION':
      return own && { connectionId: own.id }
    case 'CREDENTIAL':
      return carrier && { connectionId: carrier.id }
    case 'PROOF':
    case 'PROOF_OOB':
      return proofId === null ? undefined : { proofId }
    default:
      return undefined
  }
}
