import type { Meeting, UseCase, UseCaseStep } from '@lastmile/contracts'
import { roleOf, type ScreenRole } from '@lastmile/contracts/screen-kinds'
import { connectionOf } from '../../exchanges/connecting/connection-slice.ts'
import { type MessagesOf, messagesOn } from '../../exchanges/messages/messages-slice.ts'
import { useAppSelector } from '../../state/app-thunk.ts'
import { selectStepMeeting } from '../../visit/use-cases/use-case-selectors.ts'

/**
 * The owner of this step's protocol messages; undefined where site and wallet exchange none.
 *
 * @param own how the party is met by this step itself
 */
export function usePlayerMessages(
  useCase: UseCase,
  steps: readonly UseCaseStep[],
  stepIndex: number,
  own: Meeting | undefined,
): MessagesOf | undefined {
  const step = steps[stepIndex]
  const meeting = useAppSelector((state) => selectStepMeeting(state, useCase, steps, stepIndex))
  const issued = useAppSelector((state) => state.credentials.issuedCredentials)
  const proofId = useAppSelector((state) => state.proof.id)
  const messages: Record<ScreenRole, MessagesOf | undefined> = {
    start: undefined,
    page: undefined,
    connection: messagesOn(connectionOf(own)),
    credential: messagesOn(connectionOf(meeting), step?.screen.credentials, issued),
    proof: proofId === null ? undefined : { proofId },
    end: undefined,
  }
  return step && messages[roleOf(step.kind)]
}
