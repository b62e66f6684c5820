import type { Snapshot } from '@lastmile/holder'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/notice.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { t, walletFailureText } from '../texts.ts'
import { useWallet } from '../use-wallet.ts'
import { walletClient } from '../wallet-client.ts'
import type { WalletFailure } from '../worker/messages.ts'
import { LockedWallet } from './locked-wallet.tsx'
import { OpenWallet } from './open-wallet.tsx'

interface WalletPanelProps {
  /** Buttons of the frame around it. */
  tools?: ReactNode
  /** Of the heading, so that a frame can be named by it. */
  titleId?: string
  /** An invitation that came with the page's address. */
  link?: string
}

/** The wallet, as wide as a phone. */
export function WalletPanel({ tools, titleId, link }: WalletPanelProps) {
  const { wallet, receiving } = useWallet()
  return (
    // What strangers write may be one long word.
    <div
      className="@container grid grid-cols-[minmax(0,1fr)] gap-5 wrap-anywhere"
      data-testid="wallet"
      data-status={wallet.status}
    >
      <div className="flex items-center gap-3">
        <h2 id={titleId} className="flex-1 text-heading">
          {t('wallet')}
        </h2>
        {wallet.status === 'open' ? <Network network={wallet.snapshot.network} /> : null}
        {tools}
      </div>
      {wallet.status === 'opening' || wallet.status === 'closed' ? <Waiting>{t('opening')}</Waiting> : null}
      {wallet.status === 'open' ? <OpenWallet {...wallet} receiving={receiving} link={link} /> : null}
      {wallet.status === 'elsewhere' ? (
        <Notice
          tone="info"
          title={t('elsewhere')}
          action={
            <Button size="small" onClick={walletClient.takeOver}>
              {t('useHere')}
            </Button>
          }
        >
          {t('elsewhereText')}
        </Notice>
      ) : null}
      {wallet.status === 'locked' ? <LockedWallet lock={wallet.lock} /> : null}
      {wallet.status === 'failed' ? <NotOpened failure={wallet.failure} /> : null}
    </div>
  )
}

function NotOpened({ failure }: { failure: WalletFailure }) {
  return (
    <Notice
      tone="danger"
      title={t(failure === 'deleted-storage' ? 'deletedTitle' : 'failedTitle')}
      action={<WayOn failure={failure} />}
    >
      {walletFailureText(failure)}
    </Notice>
  )
}

function WayOn({ failure }: { failure: WalletFailure }) {
  switch (failure) {
    case 'not-secure':
      return null
    case 'deleted-storage':
      return (
        <Button size="small" onClick={walletClient.startOver}>
          {t('beginAnew')}
        </Button>
      )
    case 'unreadable-storage':
      return (
        <Button size="small" variant="danger" onClick={walletClient.startOver}>
          {t('startOver')}
        </Button>
      )
    default:
      return (
        <Button size="small" onClick={walletClient.reopen}>
          {t('tryAgain')}
        </Button>
      )
  }
}

function Network({ network }: Pick<Snapshot, 'network'>) {
  return (
    <p className="inline-flex items-center gap-2 text-tiny font-semibold text-mute">
      <span
        aria-hidden="true"
        className={classNames(
          'size-2.5 rounded-full forced-color-adjust-none',
          network === 'online' && 'bg-leaf',
          network === 'connecting' && 'animate-pulse-soft bg-amber',
          network === 'offline' && 'bg-clay',
        )}
      />
      {t(network)}
    </p>
  )
}
