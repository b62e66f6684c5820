import type { UseCase, UseCaseStep } from '@lastmile/contracts'
import { roleOf, type ScreenRole } from '@lastmile/contracts/screen-kinds'
import { connectionOf, connectionOfScreen } from '../../exchanges/connecting/connection-slice.ts'
import { screenKeyOf } from '../../exchanges/connecting/screen-key.ts'
import { type MessagesOf, messagesOn } from '../../exchanges/messages/messages-slice.ts'
import { useAppSelector } from '../../state/app-thunk.ts'
import { useStepMeeting } from './use-step-meeting.ts'

/** The owner of this step's protocol messages; undefined where site and wallet exchange none. */
export function usePlayerMessages(
  useCase: UseCase,
  steps: readonly UseCaseStep[],
  stepIndex: number,
): MessagesOf | undefined {
  const step = steps[stepIndex]
  const meeting = useStepMeeting(useCase, steps, stepIndex)
  const own = useAppSelector(({ connection }) =>
    step ? connectionOfScreen(connection, screenKeyOf(useCase.id, step.screen.screenId)) : undefined,
  )
  const issued = useAppSelector((state) => state.credentials.issuedCredentials)
  const proofId = useAppSelector((state) => state.proof.id)
  const messages: Record<ScreenRole, MessagesOf | undefined> = {
    start: undefined,
    page: undefined,
    connection: messagesOn(own),
    credential: messagesOn(connectionOf(meeting), step?.screen.credentials, issued),
    proof: proofId === null ? undefined : { proofId },
    end: undefined,
  }
  return step && messages[roleOf(step.kind)]
}
