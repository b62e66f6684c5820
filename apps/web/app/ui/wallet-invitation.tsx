import type { MouseEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import { QrCode } from './qr-code.tsx'
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
      <div className="grid items-center gap-x-9 gap-y-7 md:grid-cols-[1fr_auto]">
        <div>
          <h2 className="text-heading">{deepLink ? 'Open your wallet, or scan' : 'Scan with your wallet'}</h2>
          <p className="mt-3 text-mute">
            {deepLink
              ? 'If your wallet is on this device, open it from here. If it is on another one, scan the code with it.'
              : 'Open the wallet on your phone, choose “scan”, and hold it to the code. You can also copy the link into a wallet.'}
          </p>
          {deepLink ? (
            <div className="mt-6">
              <Button href={deepLink.href} onClick={deepLink.open} data-testid="open-wallet">
                Open my wallet on this device
              </Button>
            </div>
          ) : null}
        </div>
        <QrCode value={code} link={link} linkTestId={linkTestId} title="QR code: scan it with your wallet" />
      </div>
      <div className="border-t border-line pt-5">{children}</div>
      <TerminalWalletHint link={link} />
    </div>
  )
}
