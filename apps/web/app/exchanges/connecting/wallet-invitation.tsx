import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { Button } from '../../ui/button.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { SteadyFocus } from '../../ui/steady-focus.tsx'
import { UnderlinedSummary } from '../../ui/underlined-summary.tsx'
import { invitationHandedOver } from './connection-slice.ts'
import { ReachNotice } from './reach-notice.tsx'
import { t } from './texts.ts'
import type { DeepLink } from './use-deep-link.ts'
import { selectHasWalletApp, selectHasWebWallet } from './wallets-slice.ts'

interface WalletInvitationProps {
  /** Content of the QR code: a short address if available. */
  code: string
  /** The full invitation, for copying. */
  link: string
  linkTestId: string
  /** The invitation's address in the wallet app; only on devices that may have one. */
  deepLink: DeepLink | undefined
  /** A code that the wallet on another device asks for. */
  txCode?: string
}

/** Opens an invitation in the visitor's wallet: by code, by copied link, or directly on this device. */
export function WalletInvitation(props: WalletInvitationProps) {
  const hasWebWallet = useAppSelector(selectHasWebWallet)
  return (
    <SteadyFocus className="@container grid grid-cols-[minmax(0,1fr)] gap-(--gap)">
      {hasWebWallet ? (
        <details className="text-small">
          <UnderlinedSummary>{t('anotherWallet')}</UnderlinedSummary>
          <Ways {...props} />
        </details>
      ) : (
        <>
          <p>{t('noWallet')}</p>
          <Ways {...props} />
        </>
      )}
    </SteadyFocus>
  )
}

function Ways({ code, link, linkTestId, deepLink, txCode }: WalletInvitationProps) {
  const dispatch = useAppDispatch()
  const hasWalletApp = useAppSelector(selectHasWalletApp)
  return (
    <div className="grid gap-x-9 gap-y-6 @min-[520px]:grid-cols-[minmax(0,1fr)_auto]">
      <div>
        <h2 className="text-heading">{deepLink ? t('open', { wallet: hasWalletApp ? 'app' : 'other' }) : t('scan')}</h2>
        {deepLink ? (
          <Button
            href={deepLink.href}
            onClick={deepLink.open}
            variant={hasWalletApp ? 'primary' : 'ghost'}
            className="mt-4"
            data-testid="open-wallet"
          >
            {t('openHere')}
          </Button>
        ) : null}
        <p className="mt-3 mb-3 text-mute">{t(deepLink ? 'elsewhere' : 'scanText')}</p>
        {txCode === undefined ? null : (
          <p className="mb-3">
            {t('txCode')}{' '}
            <strong translate="no" className="font-semibold tracking-widest" data-testid="tx-code">
              {txCode}
            </strong>
          </p>
        )}
        <ReachNotice address={code} />
      </div>
      <QrCode
        value={code}
        link={link}
        linkTestId={linkTestId}
        title={t('code')}
        onCopied={() => dispatch(invitationHandedOver(link))}
      />
    </div>
  )
}
