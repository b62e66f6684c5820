import type { OnboardingStep } from '@lastmile/contracts'
import { isMet, routeOf } from '@lastmile/journey'
import { Issuance } from '../../exchanges/issuing/issuance.tsx'
import { useIssuance } from '../../exchanges/issuing/use-issuance.ts'
import { useAppSelector } from '../../state/app-thunk.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StepState } from '../../ui/step-frame.tsx'
import {
  connectScreenBefore,
  selectMeetingOf,
  selectOnboardingSteps,
} from '../../visit/onboarding/onboarding-selectors.ts'
import { useRestart } from '../../visit/restart.tsx'
import { t } from './texts.ts'
import type { StepProps } from './use-step-navigation.ts'

/** Offers the listed credentials over the earlier connection, and shows their states. */
export function AcceptCredentialStep({ step: { screen }, navigation }: StepProps<OnboardingStep<'ACCEPT_CREDENTIAL'>>) {
  const steps = useAppSelector(selectOnboardingSteps)
  const connectScreen = connectScreenBefore(steps, screen.screenId)
  const meeting = useAppSelector((state) =>
    connectScreen === undefined ? undefined : selectMeetingOf(state, connectScreen),
  )
  const route = meeting && isMet(meeting) ? routeOf(meeting) : undefined
  const restart = useRestart()
  const { isMissing, ...issuance } = useIssuance(screen.credentials ?? [], route)

  if (!route && isMissing)
    return <NotConnected onConnect={connectScreen ? () => navigation.goTo(connectScreen) : undefined} />
  return <Issuance issuer={screen.issuer_name} {...issuance} onRestart={restart} />
}

/** Shown when the visitor reached an accept screen without its connect screen. */
function NotConnected({ onConnect }: { onConnect: (() => void) | undefined }) {
  return (
    <StepState>
      <Notice
        title={t('notConnected')}
        action={
          onConnect ? (
            <Button size="small" onClick={onConnect}>
              {t('connect')}
            </Button>
          ) : null
        }
      >
        {t('whyConnect', { next: t('next') })}
      </Notice>
    </StepState>
  )
}
