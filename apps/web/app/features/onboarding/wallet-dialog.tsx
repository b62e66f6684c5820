import type { Wallet } from '@lastmile/contracts'
import { walletModalMobileBreakpoint } from '@lastmile/contracts/constants'
import { labels } from '@lastmile/contracts/texts'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QrCode } from '../../ui/qr-code.tsx'

interface WalletDialogProps {
  wallet: Wallet
  onClose: () => void
  onHaveWallet: () => void
}

/** How to get the chosen wallet, in two steps. */
export function WalletDialog({ wallet, onClose, onHaveWallet }: WalletDialogProps) {
  const isWide = useIsWide()
  return (
    <Dialog
      open
      wide
      title={`Get ${wallet.name}`}
      onClose={onClose}
      actions={<Button onClick={onHaveWallet}>{labels.haveWallet}</Button>}
      data-testid="wallet-dialog"
    >
      <ol className="grid gap-7 text-ink">
        <NumberedStep number={1} title="Download the app">
          <div className="flex flex-wrap items-start gap-x-8 gap-y-5">
            <div className="flex min-w-0 flex-1 basis-60 flex-wrap gap-x-3 gap-y-2">
              {wallet.apple ? <StoreBadge address={wallet.apple} store="App Store" /> : null}
              {wallet.android ? <StoreBadge address={wallet.android} store="Google Play" /> : null}
              <Button variant="quiet" size="small" href={wallet.url} target="_blank">
                About {wallet.name}
              </Button>
            </div>
            {isWide ? <QrCode value={wallet.url} size={132} title={`QR code: the page of ${wallet.name}`} /> : null}
          </div>
        </NumberedStep>
        <NumberedStep number={2} title="Complete the setup in the app">
          <p className="text-mute">
            Open it and follow its steps: choose a PIN, and allow the camera so that it can scan codes. Come back here
            when it shows you an empty wallet.
          </p>
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
        <h3 className="text-[1.1875rem] leading-8">{title}</h3>
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

const wide = () => matchMedia(`(min-width: ${walletModalMobileBreakpoint}px)`)

function subscribeToWidth(listener: () => void) {
  const query = wide()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

const useIsWide = () => useSyncExternalStore(subscribeToWidth, () => wide().matches)
