import type { UseCaseStepOf } from '@lastmile/contracts'
import { hasRole } from '@lastmile/contracts/screen-kinds'
import { screenKeyOf } from '../../exchanges/connecting/screen-key.ts'
import { useInvitation } from '../../exchanges/connecting/use-invitation.ts'
import { WalletConnection } from '../../exchanges/connecting/wallet-connection.tsx'
import { useAppSelector } from '../../state/app-thunk.ts'
import { selectProtocolOfUseCase } from '../../visit/use-cases/use-case-selectors.ts'
import type { StepProps } from './step-props.ts'
import { t } from './texts.ts'

/** This verifier's invitation, until a wallet accepts it. */
export function ConnectionStep({
  step: { screen },
  useCase,
  steps,
  onAdvance,
}: StepProps<UseCaseStepOf<'connection'>>) {
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
