import type { Snapshot } from '@lastmile/holder'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/notice.tsx'
import { SteadyFocus } from '../../ui/steady-focus.tsx'
import { t as tOfFrame } from '../frame-texts.ts'
import { t } from '../texts.ts'
import { useWallet } from '../use-wallet.ts'
import { walletClient } from '../wallet-client.ts'
import { WalletBody, type WalletPlace } from './layers.tsx'
import { LockedWallet } from './locked-wallet.tsx'
import { NotOpened, ShownWallet } from './not-opened.tsx'
import { OpenWallet } from './open-wallet.tsx'
import { OpeningWallet } from './opening-wallet.tsx'
import { WalletHead, type WalletHeadProps } from './wallet-head.tsx'

export function WalletPanel({ titleId, tools, ...place }: WalletHeadProps & WalletPlace) {
  const { wallet, ...invitation } = useWallet()
  return (
    // Text from peers may be one long word.
    <SteadyFocus
      role="group"
      aria-label={tOfFrame('wallet')}
      className="@container/page flex h-full min-h-0 flex-col wrap-anywhere"
      data-testid="wallet"
      data-status={wallet.status}
    >
      <WalletHead titleId={titleId} tools={tools}>
        {wallet.status === 'open' ? <Network network={wallet.snapshot.network} /> : null}
      </WalletHead>
      {wallet.status === 'open' ? (
        <ShownWallet>
          <OpenWallet {...wallet} {...invitation} {...place} />
        </ShownWallet>
      ) : (
        <WalletBody>
          {wallet.status === 'opening' || wallet.status === 'closed' ? <OpeningWallet /> : null}
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
        </WalletBody>
      )}
    </SteadyFocus>
  )
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
