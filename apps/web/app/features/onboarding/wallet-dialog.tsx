import type { Wallet } from '@lastmile/contracts'
import { walletModalMobileBreakpoint } from '@lastmile/contracts/constants'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { WalletOutlook } from '../../ui/wallet-outlook.tsx'
import { t } from './texts.ts'

interface WalletDialogProps {
  wallet: Wallet
  onClose: () => void
  onHaveWallet: () => void
}

/** Store names are the same in every language. */
const appleStore = 'App Store'
const androidStore = 'Google Play'

/** Two steps to the chosen wallet. */
export function WalletDialog({ wallet, onClose, onHaveWallet }: WalletDialogProps) {
  const isWide = useMedia(`(min-width: ${walletModalMobileBreakpoint}px)`)
  return (
    <Dialog
      wide
      title={t('getWallet', { wallet: wallet.name })}
      onClose={onClose}
      actions={<Button onClick={onHaveWallet}>{t('haveWallet')}</Button>}
      data-testid="wallet-dialog"
    >
      <ol className="grid gap-7 text-ink">
        <NumberedStep number={1} title={t('download')}>
          <div className="flex flex-wrap items-start gap-x-8 gap-y-5">
            <div className="flex min-w-0 flex-1 basis-60 flex-wrap gap-x-3 gap-y-2">
              {wallet.apple ? <StoreBadge address={wallet.apple} store={appleStore} /> : null}
              {wallet.android ? <StoreBadge address={wallet.android} store={androidStore} /> : null}
              <Button variant="quiet" size="small" href={wallet.url} target="_blank">
                {t('aboutWallet', { wallet: wallet.name })}
              </Button>
            </div>
            {isWide ? <QrCode value={wallet.url} size={132} title={t('walletCode', { wallet: wallet.name })} /> : null}
          </div>
        </NumberedStep>
        <NumberedStep number={2} title={t('setUp')}>
          <p className="text-mute">{t('setUpText')}</p>
          <WalletOutlook {...wallet} />
        </NumberedStep>
      </ol>
    </Dialog>
  )
}

function NumberedStep({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full bg-forest text-small font-semibold text-on-forest"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="pt-1 text-[1.1875rem] leading-tight">{title}</h3>
        <div className="mt-2.5">{children}</div>
      </div>
    </li>
  )
}

function StoreBadge({ address, store }: { address: string; store: string }) {
  return (
    <Button variant="ghost" size="small" href={address} target="_blank">
      {store}
    </Button>
  )
}
