import type { ConnectionState } from '@lastmile/contracts'
import { type MouseEvent, useState } from 'react'
import { Attempt } from '../../ui/attempt.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SteadyFocus } from '../../ui/steady-focus.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { AutoAdvance } from './auto-advance.tsx'
import { ConnectHelp } from './connect-help.tsx'
import { WalletInvitation } from './wallet-invitation.tsx'

interface WalletConnectionProps {
  /** Who invites. */
  partner: string
  /** Undefined until the invitation is made. */
  connection: { id: string; state: ConnectionState; invitationUrl: string; shortUrl: string } | undefined
  /** Established, by the rule of the flow. */
  isConnected: boolean
  failure: { code: string; message: string } | null
  isTrying: boolean
  deepLink: { href: string; open: (event: MouseEvent) => void } | undefined
  /** Makes another invitation. */
  onRenew: () => void
  onAdvance: () => void
  /** Where that leads: 'Taking you to your credential.' */
  next: string
  /** A button that goes there at once. */
  advanceLabel?: string
}

/** An invitation into the wallet, until a wallet has taken it, and then on. */
export function WalletConnection(props: WalletConnectionProps) {
  return (
    <SteadyFocus>
      <Connection {...props} />
    </SteadyFocus>
  )
}

function Connection(props: WalletConnectionProps) {
  const {
    partner,
    connection,
    isConnected: isEstablished,
    failure,
    isTrying,
    deepLink,
    onRenew,
    onAdvance,
    next,
    advanceLabel,
  } = props
  // Coming back to a step that is done must not push the visitor on.
  const [wasEstablished] = useState(isEstablished)

  if (isEstablished && wasEstablished) {
    return <Notice tone="success">Your wallet is connected with {partner}. Go on when you are ready.</Notice>
  }
  if (isEstablished) return <AutoAdvance onAdvance={onAdvance} next={next} advanceLabel={advanceLabel} />
  if (!connection) {
    return (
      <Attempt title="The invitation could not be made." failure={failure} isTrying={isTrying} onRetry={onRenew}>
        Preparing an invitation for your wallet.
      </Attempt>
    )
  }
  if (connection.state === 'abandoned') {
    return (
      <Notice tone="warning" title="Your wallet did not connect." action={<TryAgain onClick={onRenew} />}>
        It declined this invitation, or the invitation has run out. Nothing was shared. A new code works as well as the
        first one.
      </Notice>
    )
  }
  return (
    <WalletInvitation
      code={connection.shortUrl}
      link={connection.invitationUrl}
      linkTestId="invitation-link"
      deepLink={deepLink}
    >
      <Waiting key={connection.id} help={<ConnectHelp onRenew={onRenew} />} data-testid="waiting-for-wallet">
        {connection.state === 'request' || connection.state === 'response'
          ? 'Your wallet has answered. The connection is being made.'
          : 'Waiting for your wallet. It usually takes two seconds after you scan.'}
      </Waiting>
    </WalletInvitation>
  )
}
