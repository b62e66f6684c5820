import type { ExchangeRoute, UseCaseStepOf } from '@lastmile/contracts'
import { credentialLabel, isIssued, optionsAskedBy, routeOf, sameCredential } from '@lastmile/journey'
import { ProofExchange } from '../../exchanges/proving/proof-exchange.tsx'
import { useAppSelector } from '../../state/app-thunk.ts'
import { selectProtocolOf } from '../../state/preferences/protocol.ts'
import { ReplaceRevokedOnes } from '../../visit/use-cases/replace-revoked.tsx'
import { selectStepMeeting } from '../../visit/use-cases/use-case-selectors.ts'
import type { StepProps } from './step-props.ts'

/** Whether the code itself carries the request, even with a connection. */
const isOutOfBand: Record<UseCaseStepOf<'proof'>['kind'], boolean> = { PROOF: false, PROOF_OOB: true }

/** The verifier requests a proof. */
export function ProofStep(props: StepProps<UseCaseStepOf<'proof'>>) {
  const { step, character, useCase, steps, stepIndex } = props
  const { kind, screen } = step
  const meeting = useAppSelector((state) => selectStepMeeting(state, useCase, steps, stepIndex))
  const earlierId = useAppSelector((state) => state.section.proofId)
  const issued = useAppSelector((state) => state.credentials.issuedCredentials)
  const requirements = screen.requestOptions.requestedCredentials
  const protocol = useAppSelector((state) =>
    selectProtocolOf(
      state,
      requirements.map(({ name }) => name),
    ),
  )
  const namesOf = (isGood: boolean) =>
    requirements
      .filter(({ name }) =>
        issued.some((entry) => sameCredential(entry.name, name) && isIssued(entry.state) === isGood),
      )
      .map(({ name }) => credentialLabel(character, name))
  /** Without a connection, the code carries the request. */
  const route: ExchangeRoute =
    isOutOfBand[kind] || meeting?.protocol !== protocol ? { kind: 'invitation', protocol } : routeOf(meeting)
  return (
    <ProofExchange
      options={optionsAskedBy(protocol, screen.requestOptions)}
      verifier={screen.verifier}
      route={route}
      earlierId={earlierId}
      afterRevoked={{
        remedy: <ReplaceRevokedOnes requirements={requirements} />,
        held: namesOf(true),
        lacking: namesOf(false),
      }}
    />
  )
}
