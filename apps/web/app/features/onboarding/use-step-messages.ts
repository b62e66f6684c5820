import type { OnboardingStep } from '@lastmile/contracts'
import type { MessagesOf } from '../../exchanges/messages/messages-slice.ts'
import { useAppSelector } from '../../state/app-thunk.ts'
import {
  connectScreenBefore,
  selectConnectionOf,
  selectOnboardingSteps,
} from '../../visit/onboarding/onboarding-selectors.ts'

/** Whose protocol messages belong to this step; undefined where nothing passes between the site and the wallet. */
export function useStepMessages({ kind, screen }: OnboardingStep): MessagesOf | undefined {
  const steps = useAppSelector(selectOnboardingSteps)
  const { screenId } = screen
  const connectScreen =
    kind === 'CONNECT' ? screenId : kind === 'ACCEPT_CREDENTIAL' ? connectScreenBefore(steps, screenId) : undefined
  const connection = useAppSelector((state) =>
    connectScreen === undefined ? undefined : selectConnectionOf(state, connectScreen),
  )
  return connection && { connectionId: connection.id }
}
