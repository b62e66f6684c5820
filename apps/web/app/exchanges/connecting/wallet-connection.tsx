import { useState } from 'react'
import { Attempt } from '../../ui/attempt.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SteadyFocus } from '../../ui/steady-focus.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { AutoAdvance } from './auto-advance.tsx'
import { ConnectHelp } from './connect-help.tsx'
import { t } from './texts.ts'
import type { useInvitation } from './use-invitation.ts'
import { WalletInvitation } from './wallet-invitation.tsx'

interface WalletConnectionProps extends ReturnType<typeof useInvitation> {
  /** Name of the inviter. */
  partner: string
  onAdvance: () => void
  /** Announces the next step: 'Taking you to your credential.' */
  next: string
  /** Label of a button that advances at once. */
  advanceLabel?: string
}

/** Shows the invitation until a wallet accepts it, then advances. */
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
  // Returning to a completed step must not advance the visitor.
  const [wasEstablished] = useState(isEstablished)

  if (isEstablished && wasEstablished) {
    return <Notice tone="success">{t('connected', { partner })}</Notice>
  }
  if (isEstablished) return <AutoAdvance onAdvance={onAdvance} next={next} advanceLabel={advanceLabel} />
  if (!connection) {
    return (
      <Attempt title={t('noInvitation')} failure={failure} isTrying={isTrying} onRetry={onRenew}>
        {t('inviting')}
      </Attempt>
    )
  }
  if (connection.state === 'abandoned') {
    return (
      <Notice tone="warning" title={t('notConnected')} action={<TryAgain onClick={onRenew} />}>
        {t('notConnectedText')}
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
        {t(connection.state === 'request' || connection.state === 'response' ? 'answered' : 'waiting')}
      </Waiting>
    </WalletInvitation>
  )
}
