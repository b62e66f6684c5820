import type { MouseEvent, ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { TerminalWalletHint } from './terminal-wallet-hint.tsx'

interface WalletInvitationProps {
  /** What is being waited for. */
  children: ReactNode
  /** What the code holds: a short address where there is one. */
  code: string
  /** The whole invitation, to copy. */
  link: string
  linkTestId: string
  /** The wallet's own address for this invitation; given only where this device may have a wallet. */
  deepLink: { href: string; open: (event: MouseEvent) => void } | undefined
}

/** A way into the visitor's wallet: by code, by copied link, or straight away on the device that holds the wallet. */
export function WalletInvitation({ children, code, link, linkTestId, deepLink }: WalletInvitationProps) {
  return (
    <div className="grid gap-7">
      <div className="grid gap-x-9 gap-y-6 md:grid-cols-[minmax(0,1fr)_auto] md:grid-rows-[auto_1fr]">
        <div>
          <h2 className="text-heading">{deepLink ? 'Open your wallet' : 'Scan with your wallet'}</h2>
          {deepLink ? (
            <Button href={deepLink.href} onClick={deepLink.open} className="mt-4" data-testid="open-wallet">
              Open it on this device
            </Button>
          ) : null}
          <p className="mt-3 text-mute">
            {deepLink
              ? 'Is it on another device? Then scan the code with it.'
              : 'Open the wallet on your phone, choose “scan”, and hold it to the code. You can also copy the link into a wallet.'}
          </p>
        </div>
        <div className="md:row-span-2">
          <QrCode value={code} link={link} linkTestId={linkTestId} title="QR code: scan it with your wallet" />
        </div>
        <div className="border-t border-line pt-5">{children}</div>
      </div>
      <TerminalWalletHint link={link} />
    </div>
  )
}
