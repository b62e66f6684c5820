import { useState } from 'react'
import { useAppSelector } from '../../state/app-thunk.ts'
import { pressed } from '../../tracking/presses.ts'
import { Attempt } from '../../ui/attempt.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StepState } from '../../ui/step-frame.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { AutoAdvance } from './auto-advance.tsx'
import { GiveToWallet } from './give-to-wallet.tsx'
import { t } from './texts.ts'
import type { useInvitation } from './use-invitation.ts'
import { WalletInvitation } from './wallet-invitation.tsx'
import { selectHasWebWallet, selectWalletKind } from './wallets-slice.ts'

interface WalletConnectionProps extends ReturnType<typeof useInvitation> {
  /** Name of the inviter. */
  partner: string
  onAdvance: () => void
  /** Announces the next step: 'Taking you to your credential.' */
  next: string
  /** Label of a button that advances at once. */
  advanceLabel?: string
}

/** The connection's state and the invitation, until a wallet accepts it; then advances. */
export function WalletConnection(props: WalletConnectionProps) {
  const { connection, isMet, deepLink } = props
  return (
    <>
      <StepState>
        <ConnectionState {...props} />
      </StepState>
      {connection && !isMet && connection.state !== 'abandoned' ? (
        <WalletInvitation
          code={connection.shortUrl}
          link={connection.invitationUrl}
          linkTestId="invitation-link"
          deepLink={deepLink}
        />
      ) : null}
    </>
  )
}

function ConnectionState(props: WalletConnectionProps) {
  const { partner, connection, isMet, wasMet, connectionless, failure, isTrying, onRenew } = props
  const { onAdvance, next, advanceLabel } = props
  const wallet = useAppSelector(selectWalletKind)

  if (isMet && wasMet) {
    const text = connectionless ? t('notNeeded', { family: connectionless, partner }) : t('connected', { partner })
    return <Notice tone="success">{text}</Notice>
  }
  if (isMet)
    return <AutoAdvance onAdvance={onAdvance} next={next} advanceLabel={advanceLabel} connectionless={connectionless} />
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
    <Waiting
      key={connection.id}
      action={<GiveToWallet link={connection.invitationUrl} partner={partner} />}
      help={<ConnectHelp onRenew={onRenew} />}
      data-testid="waiting-for-wallet"
    >
      {t(connection.state === 'request' || connection.state === 'response' ? 'answered' : 'waiting', {
        wallet,
      })}
    </Waiting>
  )
}

/** Advice for a wallet that does not connect. */
function ConnectHelp({ onRenew }: { onRenew: () => void }) {
  const [open, setOpen] = useState(false)
  const hasWebWallet = useAppSelector(selectHasWebWallet)
  const renew = () => {
    setOpen(false)
    onRenew()
  }
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        {t('nothing')}
      </Button>
      <Dialog
        open={open}
        title={t('ifNot')}
        onClose={() => setOpen(false)}
        dismiss={t('wait')}
        actions={
          <Button onClick={renew} {...pressed('retry_action', 'new-code')}>
            {t('newInvitation')}
          </Button>
        }
      >
        <ul className="grid list-disc gap-2 pl-5">
          <li>{t('lookAtWallet')}</li>
          {hasWebWallet ? null : (
            <>
              <li>{t('scanWithin')}</li>
              <li>{t('enlarge')}</li>
              <li>{t('beOnline')}</li>
            </>
          )}
        </ul>
      </Dialog>
    </>
  )
}
