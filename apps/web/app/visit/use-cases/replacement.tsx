import type { CredentialOfContent } from '../../api/credential-definition.ts'
import { IssuanceProgress } from '../../exchanges/issuing/issuance-progress.tsx'
import { useIssuance } from '../../exchanges/issuing/use-issuance.ts'

interface ReplacementProps {
  credential: CredentialOfContent
  connectionId: string
  onGiveUp: () => void
}

/** How the offer of a new credential goes. */
export function Replacement({ credential, connectionId, onGiveUp }: ReplacementProps) {
  const { isMissing: _, ...issuance } = useIssuance([credential], { id: connectionId, isDeepLink: false })
  return <IssuanceProgress {...issuance} onRestart={onGiveUp} />
}
