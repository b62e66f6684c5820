import type { ExchangeRoute, UseCaseStepOf } from '@lastmile/contracts'
import { familyOf } from '@lastmile/contracts/protocols'
import { hasRole } from '@lastmile/contracts/screen-kinds'
import { credentialLabel, isIssued, optionsAskedBy, routeOf, sameCredential } from '@lastmile/journey'
import { screenKeyOf } from '../../exchanges/connecting/screen-key.ts'
import { useInvitation } from '../../exchanges/connecting/use-invitation.ts'
import { WalletConnection } from '../../exchanges/connecting/wallet-connection.tsx'
import { Issuance } from '../../exchanges/issuing/issuance.tsx'
import { useIssuance } from '../../exchanges/issuing/use-issuance.ts'
import { ProofExchange } from '../../exchanges/proving/proof-exchange.tsx'
import { useAppSelector } from '../../state/app-thunk.ts'
import { selectProtocolOf } from '../../state/preferences/protocol.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StepState } from '../../ui/step-frame.tsx'
import { useRestart } from '../../visit/restart.tsx'
import { ReplaceRevokedOnes } from '../../visit/use-cases/replace-revoked.tsx'
import {
  selectProtocolOfIssuing,
  selectProtocolOfUseCase,
  selectStepMeeting,
} from '../../visit/use-cases/use-case-selectors.ts'
import type { StepProps } from './step-props.ts'
import { t } from './texts.ts'

/** A step that needs a wallet. */
export type WalletStep = UseCaseStepOf<'connection' | 'credential' | 'proof'>

/** The exchange between the verifier and the wallet at this step. */
export function ExchangeStep({ step, ...rest }: StepProps<WalletStep>) {
  if (hasRole(step, 'connection')) return <ConnectionStep step={step} {...rest} />
  if (hasRole(step, 'credential')) return <CredentialStep step={step} {...rest} />
  return <ProofStep step={step} {...rest} />
}

/** This verifier's invitation, until a wallet accepts it. */
function ConnectionStep({ step: { screen }, useCase, steps, onAdvance }: StepProps<UseCaseStepOf<'connection'>>) {
  const { verifier } = screen
  const protocol = useAppSelector((state) => selectProtocolOfUseCase(state, useCase))
  const invitation = useInvitation({
    screen: screenKeyOf(useCase.id, screen.screenId),
    label: verifier.name,
    imageUrl: verifier.icon,
    goal: steps.some((step) => hasRole(step, 'credential')) ? 'issue' : 'verifyOnce',
    protocol,
  })
  return (
    <WalletConnection
      {...invitation}
      partner={verifier.name}
      onAdvance={onAdvance}
      next={t('takingOn', { verifier: verifier.name })}
    />
  )
}

/** The verifier issues a credential itself. */
function CredentialStep({ step: { screen }, useCase, steps, stepIndex }: StepProps<UseCaseStepOf<'credential'>>) {
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

/** Whether the code itself carries the request, even with a connection. */
const isOutOfBand: Record<UseCaseStepOf<'proof'>['kind'], boolean> = { PROOF: false, PROOF_OOB: true }

/** The verifier requests a proof. */
function ProofStep(props: StepProps<UseCaseStepOf<'proof'>>) {
  const { step, character, useCase, steps, stepIndex, onLeave } = props
  const { kind, screen } = step
  const meeting = useAppSelector((state) => selectStepMeeting(state, useCase, steps, stepIndex))
  const earlierId = useAppSelector((state) => state.section.proofId)
  const answered = useAppSelector(({ positions }) => positions.bySlug[useCase.id]?.answered?.[stepIndex])
  const issued = useAppSelector((state) => state.credentials.issuedCredentials)
  const requirements = screen.requestOptions.requestedCredentials
  const names = requirements.map(({ name }) => name)
  const protocol = useAppSelector((state) => selectProtocolOf(state, names))
  const labelsOf = (isGood: boolean) =>
    names
      .filter((name) => issued.some((entry) => sameCredential(entry.name, name) && isIssued(entry.state) === isGood))
      .map((name) => credentialLabel(character, name))
  /** Without a connection, the code carries the request. */
  const route: ExchangeRoute =
    isOutOfBand[kind] || meeting?.protocol !== protocol ? { kind: 'invitation', protocol } : routeOf(meeting)
  return (
    <ProofExchange
      options={optionsAskedBy(protocol, screen.requestOptions)}
      verifier={screen.verifier}
      route={route}
      earlierId={earlierId}
      answered={answered}
      wayOut={
        <Button size="small" variant="quiet" onClick={onLeave}>
          {t('backToDashboard')}
        </Button>
      }
      afterRevoked={{
        remedy: <ReplaceRevokedOnes requirements={requirements} />,
        held: labelsOf(true),
        lacking: labelsOf(false),
      }}
    />
  )
}
