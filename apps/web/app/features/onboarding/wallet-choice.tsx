import type { Wallet } from '@lastmile/contracts'
import { obstacleOf } from '@lastmile/contracts/address-reach'
import { timings, webWalletId } from '@lastmile/contracts/constants'
import { useState } from 'react'
import { ReachNotice } from '../../exchanges/connecting/reach-notice.tsx'
import { TechnologySwitch, TechnologyText } from '../../exchanges/connecting/technology-switch.tsx'
import { useWallets } from '../../exchanges/connecting/use-wallets.ts'
import { fetchWallets, selectHasWebWallet, walletChosen } from '../../exchanges/connecting/wallets-slice.ts'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { selectProtocol } from '../../state/preferences/protocol.ts'
import { Attempt } from '../../ui/attempt.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { UnderlinedSummary } from '../../ui/underlined-summary.tsx'
import { useTimer } from '../../ui/use-timer.ts'
import { WalletOutlook } from '../../ui/wallet-outlook.tsx'
import { hasRoomBeside, openWallet, useIsWalletOpen } from '../../wallet/wallet-visibility.ts'
import { t } from './texts.ts'
import { WalletDialog } from './wallet-dialog.tsx'

/** The demo's wallets; choosing one explains how to get it. */
export function WalletChoice({ onHaveWallet }: { onHaveWallet: () => void }) {
  const dispatch = useAppDispatch()
  const { wallets, isLoading, error } = useWallets()
  const [shown, setShown] = useState<Wallet>()
  const protocol = useAppSelector(selectProtocol)
  const isEmpty = wallets.length === 0
  const startTimer = useTimer()

  const choose = (wallet: Wallet) => {
    dispatch(walletChosen(wallet.id))
    setShown(wallet)
  }

  const goOn = () => {
    setShown(undefined)
    startTimer(timings.walletModalAdvance, onHaveWallet)
  }

  const onPhones = (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 empty:hidden">
      {wallets
        .filter(({ protocols }) => protocols.includes(protocol))
        .map((wallet) => (
          <li key={wallet.id}>
            <WalletRow wallet={wallet} onUse={() => choose(wallet)} />
          </li>
        ))}
    </ul>
  )

  return (
    <>
      <TechnologySwitch />
      {isEmpty && (isLoading || error) ? (
        <Attempt
          title={t('walletsFailed')}
          advice={t('skipWallets')}
          failure={error}
          isTrying={isLoading}
          onRetry={() => dispatch(fetchWallets())}
        >
          {t('fetchingWallets')}
        </Attempt>
      ) : null}
      <WebWalletRow
        onUse={() => {
          dispatch(walletChosen(webWalletId))
          if (hasRoomBeside()) openWallet()
          startTimer(timings.walletModalAdvance, onHaveWallet)
        }}
      />
      {obstacleOf(new URL(location.origin)) ? (
        <details>
          <UnderlinedSummary>{t('onPhone')}</UnderlinedSummary>
          <div className="mt-2 grid gap-4">
            <ReachNotice address={location.origin} />
            {onPhones}
          </div>
        </details>
      ) : (
        onPhones
      )}
      <TechnologyText />
      {shown ? <WalletDialog wallet={shown} onClose={() => setShown(undefined)} onHaveWallet={goOn} /> : null}
    </>
  )
}

/** The site's own wallet: the demo needs no phone. */
function WebWalletRow({ onUse }: { onUse: () => void }) {
  const isOpen = useIsWalletOpen()
  const isUsed = useAppSelector(selectHasWebWallet)
  const goesOn = isOpen || isUsed
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-2xl border-2 border-forest bg-leaf-soft p-3">
      <span className="contents @max-[22rem]/page:hidden">
        <LogoMark size={48} />
      </span>
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-semibold">{t('webWallet')}</p>
        <p className="text-small text-ink">
          {t(isOpen ? 'webWalletIsOpen' : isUsed ? 'webWalletIsUsed' : 'webWalletText')}
        </p>
        <p className="mt-1 flex items-center gap-1 text-tiny font-semibold text-forest">
          <Icon name="star" size={16} />
          {t('recommended')}
        </p>
      </div>
      <Button
        size="small"
        onClick={onUse}
        aria-label={t(goesOn ? 'goOnWithWebWallet' : 'openWebWallet')}
        data-testid="choose-web-wallet"
      >
        {t(goesOn ? 'goOn' : 'open')}
      </Button>
    </div>
  )
}

function WalletRow({ wallet, onUse }: { wallet: Wallet; onUse: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-2xl border border-line p-3">
      <img src={wallet.icon} alt="" width={48} height={48} className="size-12 shrink-0 rounded-xl" />
      <div className="min-w-0 flex-1 basis-28">
        <p className="font-semibold">{wallet.name}</p>
        <p className="text-small text-mute">{wallet.organization}</p>
        {wallet.recommended ? (
          <p className="mt-1 flex items-center gap-1 text-tiny font-semibold text-forest">
            <Icon name="star" size={16} />
            {t('recommended')}
          </p>
        ) : null}
      </div>
      <div className="order-last -my-2 w-full">
        <WalletOutlook {...wallet} />
      </div>
      <Button size="small" variant="ghost" onClick={onUse} aria-label={t('useWallet', { wallet: wallet.name })}>
        {t('use')}
      </Button>
    </div>
  )
}
