import type { UseCaseScreen, Verifier } from '@lastmile/contracts'
import type { UseCaseStep } from '@lastmile/journey'
import { useCaseScreenKey } from '../../exchanges/connecting/screen-key.ts'
import { useInvitation } from '../../exchanges/connecting/use-invitation.ts'
import { WalletConnection } from '../../exchanges/connecting/wallet-connection.tsx'

interface ConnectionStepProps {
  slug: string
  screen: UseCaseScreen
  steps: readonly UseCaseStep[]
  verifier: Verifier
  onAdvance: () => void
}

/** The invitation of this use case's verifier, until a wallet has taken it. */
export function ConnectionStep({ slug, screen, steps, verifier, onAdvance }: ConnectionStepProps) {
  const invitation = useInvitation({
    screen: useCaseScreenKey(slug, screen.screenId),
    label: verifier.name,
    imageUrl: verifier.icon,
    goal: steps.some((step) => step.kind === 'CREDENTIAL') ? 'issue' : 'verifyOnce',
  })
  return (
    <WalletConnection
      {...invitation}
      partner={verifier.name}
      onAdvance={onAdvance}
      next={`Taking you on with ${verifier.name}.`}
    />
  )
}
