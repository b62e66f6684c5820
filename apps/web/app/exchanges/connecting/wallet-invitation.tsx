import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { OpenWalletButton } from '../../wallet/views/open-wallet-button.tsx'
import { TerminalWalletHint } from './terminal-wallet-hint.tsx'
import { t } from './texts.ts'
import type { DeepLink } from './use-deep-link.ts'

interface WalletInvitationProps {
  /** Text beside the code. */
  children: ReactNode
  /** Content of the QR code: a short address if available. */
  code: string
  /** The full invitation, for copying. */
  link: string
  linkTestId: string
  /** The invitation's address in the wallet app; only on devices that may have one. */
  deepLink: DeepLink | undefined
}

/** Opens an invitation in the visitor's wallet: by code, by copied link, or directly on this device. */
export function WalletInvitation({ children, code, link, linkTestId, deepLink }: WalletInvitationProps) {
  return (
    <div className="grid gap-7">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-2xl bg-leaf-soft p-4 sm:px-5">
        <p className="min-w-0 flex-1 basis-64 text-small">{t('noWallet')}</p>
        <OpenWalletButton link={link} />
      </div>
      <div className="grid gap-x-9 gap-y-6 md:grid-cols-[minmax(0,1fr)_auto] md:grid-rows-[auto_1fr]">
        <div>
          <h2 className="text-heading">{t(deepLink ? 'open' : 'scan')}</h2>
          {deepLink ? (
            <Button href={deepLink.href} onClick={deepLink.open} className="mt-4" data-testid="open-wallet">
              {t('openHere')}
            </Button>
          ) : null}
          <p className="mt-3 text-mute">{t(deepLink ? 'elsewhere' : 'scanText')}</p>
        </div>
        <div className="md:row-span-2">
          <QrCode value={code} link={link} linkTestId={linkTestId} title={t('code')} />
        </div>
        <div className="border-t border-line pt-5">{children}</div>
      </div>
      <TerminalWalletHint link={link} />
    </div>
  )
}
