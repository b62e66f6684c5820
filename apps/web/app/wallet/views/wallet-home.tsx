import type { Snapshot } from '@lastmile/holder'
import { CredentialList } from './credential-list.tsx'
import { HistoryList } from './history-list.tsx'
import { InvitationForm } from './invitation-form.tsx'
import { WalletBody } from './layers.tsx'
import { WalletSettings } from './wallet-settings.tsx'

interface WalletHomeProps {
  snapshot: Snapshot
  isKept: boolean
  isLocked: boolean
  isReceiving: boolean
  /** From the page's address. */
  link?: string
}

/** A wallet with nothing to decide: its credentials, and all else beside or below them. */
export function WalletHome({
  snapshot: { credentials, history },
  isKept,
  isLocked,
  isReceiving,
  link,
}: WalletHomeProps) {
  const invitation = <InvitationForm key={link} link={link} isReceiving={isReceiving} />
  return (
    <WalletBody>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 @min-[48rem]:grid-cols-2 @min-[48rem]:gap-10">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {link ? invitation : null}
          <CredentialList credentials={credentials} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {link ? null : invitation}
          <HistoryList history={history} />
          <WalletSettings
            held={credentials.length}
            isEmpty={history.length === 0}
            isKept={isKept}
            isLocked={isLocked}
          />
        </div>
      </div>
    </WalletBody>
  )
}
