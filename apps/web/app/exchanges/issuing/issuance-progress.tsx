import { timings } from '@lastmile/contracts/constants'
import type { Flow } from '@lastmile/journey'
import { useState } from 'react'
import { useAppSelector } from '../../state/app-thunk.ts'
import { listText } from '../../texts/formats.ts'
import { pressed } from '../../tracking/presses.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SlowHelp } from '../../ui/slow-help.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { OpenAgainButton } from '../../wallet/views/open-again-button.tsx'
import { GiveToWallet } from '../connecting/give-to-wallet.tsx'
import { isUnreadable, UnreadableNotice } from '../connecting/unreadable-notice.tsx'
import { useArrivalInWallet } from '../connecting/use-arrival-in-wallet.ts'
import { WalletHelp } from '../connecting/wallet-help.tsx'
import { selectWalletKind } from '../connecting/wallets-slice.ts'
import { QueuePositionNotice } from '../queue/queue-position.tsx'
import type { CredentialOffer } from './credential-offers.tsx'
import { IssuanceFailure, type RestartPage } from './issuance-failure.tsx'
import { t } from './texts.ts'
import type { useIssuance } from './use-issuance.ts'

export interface IssuanceProgressProps extends Omit<ReturnType<typeof useIssuance>, 'offers' | 'isMissing'> {
  /** The flow; each ends differently. */
  flow?: Flow
  offers: readonly CredentialOffer[]
  /** After a permanent failure: resets the demo and opens that page. */
  onRestart: (page: RestartPage) => void
}

/** One is taken after the other. */
export const openInvitation = (offers: readonly CredentialOffer[]) =>
  offers.find(({ state, invitation }) => state === 'offered' && invitation)?.invitation

/** Shows the current wait, and help when it takes too long. */
export function IssuanceProgress(props: IssuanceProgressProps) {
  const { flow, offers, isSending, preparing, place, failure, onSend, onResend, onRestart } = props
  const wallet = useAppSelector(selectWalletKind)
  const declined = offers.filter((offer) => offer.state === 'declined')
  const invitation = openInvitation(offers)
  const waitingFor = offers.filter((offer) => offer.state === 'offered').map((offer) => offer.name)

  useArrivalInWallet(waitingFor.length > 0 && !place && !isSending && !failure)

  if (failure) {
    return <IssuanceFailure flow={flow} failure={failure} isTrying={isSending} onRetry={onSend} onRestart={onRestart} />
  }
  if (preparing !== null) {
    return (
      <Waiting key="preparing" help={<SlowHelp />} helpAfter={timings.preparationHelp}>
        {t('preparing', { credential: preparing })}
      </Waiting>
    )
  }
  if (isSending) return <Waiting help={<SlowHelp />}>{t('sending')}</Waiting>
  if (declined.length > 0) {
    return declined.map(({ name, refusal }) => {
      const because = !refusal || isUnreadable(refusal) ? 'declined' : refusal
      return (
        <Notice
          key={name}
          tone="warning"
          title={t(`refused.${because}`, { credential: name })}
          action={<TryAgain onClick={onResend} />}
        >
          {t(`because.${because}`)}
        </Notice>
      )
    })
  }
  const unread = offers.find(({ state, refusal }) => state === 'offered' && isUnreadable(refusal))?.refusal
  if (isUnreadable(unread)) return <UnreadableNotice part={unread} what="credential" onResend={onResend} />
  if (waitingFor.length > 0 && place) return <QueuePositionNotice {...place} />
  if (waitingFor.length > 0) {
    return (
      <Waiting
        key={waitingFor.join()}
        data-testid="waiting-for-wallet"
        action={invitation ? <GiveToWallet link={invitation.link} /> : <OpenAgainButton variant="primary" />}
        help={<NotReceivedHelp onResend={onResend} />}
      >
        {t('waiting', { credentials: listText(waitingFor), wallet })}
      </Waiting>
    )
  }
  const revoked = offers.filter((offer) => offer.state === 'revoked').map((offer) => offer.name)
  if (revoked.length > 0) {
    return (
      <Notice
        tone="warning"
        title={t('wasRevoked', { credentials: listText(revoked), count: revoked.length })}
        action={
          <Button size="small" onClick={onResend}>
            {t('getNew', { credentials: listText(revoked) })}
          </Button>
        }
      >
        {t('wasRevokedText')}
      </Notice>
    )
  }
  if (offers.length > 0 && offers.every((offer) => offer.state === 'issued')) {
    return (
      <Notice tone="success" title={t('arrived', { count: offers.length })}>
        {t('arrivedText')}
      </Notice>
    )
  }
  return null
}

/** For a wallet that shows nothing, or the wrong content (docs/product.md, section 8). */
function NotReceivedHelp({ onResend }: { onResend: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const wallet = useAppSelector(selectWalletKind)
  return (
    <div className="flex flex-wrap gap-x-6">
      <Button
        variant="quiet"
        size="small"
        onClick={() => setAsking(true)}
        {...pressed('cred_not_received', 'credential')}
      >
        {t('notReceived')}
      </Button>
      {/* Our own wallet shows nothing else, and a phone has room for one line. */}
      {wallet === 'web' ? null : <WalletHelp label={t('somethingElse')} what="credential" onResend={onResend} />}
      <Dialog
        open={isAsking}
        title={t('notReceived.title')}
        onClose={() => setAsking(false)}
        actions={
          <Button
            onClick={() => {
              setAsking(false)
              onResend()
            }}
            {...pressed('retry_action', 'resend')}
          >
            {t('notReceived.again')}
          </Button>
        }
      >
        <p>{t('notReceived.text')}</p>
        {wallet === 'web' ? <p className="mt-3">{t('notReceived.look')}</p> : null}
        <p className="mt-3">{t('notReceived.fresh')}</p>
      </Dialog>
    </div>
  )
}
