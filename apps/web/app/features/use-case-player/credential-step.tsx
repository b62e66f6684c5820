import type { ExchangeRoute, UseCaseStepOf } from '@lastmile/contracts'
import { familyOf } from '@lastmile/contracts/protocols'
import { routeOf } from '@lastmile/journey'
import { Issuance } from '../../exchanges/issuing/issuance.tsx'
import { useIssuance } from '../../exchanges/issuing/use-issuance.ts'
import { useAppSelector } from '../../state/app-thunk.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StepState } from '../../ui/step-frame.tsx'
import { useRestart } from '../../visit/restart.tsx'
import { selectProtocolOfIssuing, selectStepMeeting } from '../../visit/use-cases/use-case-selectors.ts'
import type { StepProps } from './step-props.ts'
import { t } from './texts.ts'

/** The verifier issues a credential itself. */
export function CredentialStep({
  step: { screen },
  useCase,
  steps,
  stepIndex,
}: StepProps<UseCaseStepOf<'credential'>>) {
  const meeting = useAppSelector((state) => selectStepMeeting(state, useCase, steps, stepIndex))
  const protocol = useAppSelector((state) => selectProtocolOfIssuing(state, useCase, screen.credentials))
  const route: ExchangeRoute | undefined = familyOf(protocol).needsConnection
    ? meeting && routeOf(meeting)
    : { kind: 'invitation', protocol }
  const restart = useRestart()
  const { isMissing, ...issuance } = useIssuance(screen.credentials, route)

  if (!route && isMissing) {
    return (
      <StepState>
        <Notice
          tone="warning"
          title={t('notConnected.title')}
          action={
            <Button to="/dashboard" size="small">
              {t('notConnected.toDashboard')}
            </Button>
          }
        >
          {t('notConnected.text')}
        </Notice>
      </StepState>
    )
  }
  return <Issuance issuer={screen.issuer_name} {...issuance} onRestart={restart} />
}
