import type { MouseEventHandler, ReactNode } from 'react'
import { Button } from './button.tsx'
import { QrCode } from './qr-code.tsx'

interface WalletInvitationProps {
  heading: string
  children?: ReactNode
  /** What the code holds: a short address where there is one. */
  code: string
  /** The whole invitation, to copy. */
  link: string
  linkTestId?: string
  /** The wallet's own address for this invitation; given only where this device may have a wallet. */
  deepLink?: string
  onDeepLink?: MouseEventHandler<HTMLAnchorElement>
}

/** A way into the visitor's wallet: by code, by copied link, or straight away on the device that holds the wallet. */
export function WalletInvitation({
  heading,
  children,
  code,
  link,
  linkTestId,
  deepLink,
  onDeepLink,
}: WalletInvitationProps) {
  return (
    <div className="grid items-center gap-x-9 gap-y-7 md:grid-cols-[1fr_auto]">
      <div>
        <h2 className="text-heading">{heading}</h2>
        {children ? <div className="mt-3 text-mute">{children}</div> : null}
        {deepLink ? (
          <div className="mt-6">
            <Button href={deepLink} onClick={onDeepLink} data-testid="open-wallet">
              Open my wallet on this device
            </Button>
          </div>
        ) : null}
      </div>
      <QrCode value={code} link={link} linkTestId={linkTestId} title="QR code: scan it with your wallet" />
    </div>
  )
}
