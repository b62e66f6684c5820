import type { ExchangeRoute } from '@lastmile/contracts'
import type { CredentialOfContent } from '../../api/credential-definition.ts'
import { WalletInvitation } from '../../exchanges/connecting/wallet-invitation.tsx'
import { IssuanceProgress, openInvitation } from '../../exchanges/issuing/issuance-progress.tsx'
import { useIssuance } from '../../exchanges/issuing/use-issuance.ts'

interface ReplacementProps {
  credential: CredentialOfContent
  route: ExchangeRoute
  onGiveUp: () => void
}

/** How the offer of a new credential goes. */
export function Replacement({ credential, route, onGiveUp }: ReplacementProps) {
  const { isMissing: _, ...issuance } = useIssuance([credential], route)
  const invitation = openInvitation(issuance.offers)
  return (
    <>
      <IssuanceProgress {...issuance} onRestart={onGiveUp} />
      {invitation ? <WalletInvitation {...invitation} linkTestId="offer-link" deepLink={undefined} /> : null}
    </>
  )
}
