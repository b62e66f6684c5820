import type { OnboardingStep } from '@lastmile/contracts'
import { roleOf, type ScreenRole } from '@lastmile/contracts/screen-kinds'
import { type MessagesOf, messagesOn } from '../../exchanges/messages/messages-slice.ts'
import { useAppSelector } from '../../state/app-thunk.ts'
import {
  connectScreenBefore,
  selectConnectionOf,
  selectOnboardingSteps,
} from '../../visit/onboarding/onboarding-selectors.ts'

/** The owner of this step's protocol messages; undefined where site and wallet exchange none. */
export function useOnboardingMessages({
  kind,
  screen: { screenId, credentials },
}: OnboardingStep): MessagesOf | undefined {
  const steps = useAppSelector(selectOnboardingSteps)
  const connectScreens: Record<ScreenRole, string | undefined> = {
    start: undefined,
    page: undefined,
    connection: screenId,
    credential: connectScreenBefore(steps, screenId),
    proof: undefined,
    end: undefined,
  }
  const connectScreen = connectScreens[roleOf(kind)]
  const connection = useAppSelector((state) =>
    connectScreen === undefined ? undefined : selectConnectionOf(state, connectScreen),
  )
  const issued = useAppSelector((state) => state.credentials.issuedCredentials)
  return messagesOn(connection, credentials, issued)
}
