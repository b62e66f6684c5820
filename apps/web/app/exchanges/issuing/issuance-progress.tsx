import { timings } from '@lastmile/contracts/constants'
import type { Flow } from '@lastmile/journey'
import { useAppSelector } from '../../state/app-thunk.ts'
import { listText } from '../../texts/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SlowHelp } from '../../ui/slow-help.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { OpenAgainButton } from '../../wallet/views/open-again-button.tsx'
import { GiveToWallet } from '../connecting/give-to-wallet.tsx'
import { isUnreadable, UnreadableNotice } from '../connecting/unreadable-notice.tsx'
import { useArrivalInWallet } from '../connecting/use-arrival-in-wallet.ts'
import { selectWalletKind } from '../connecting/wallets-slice.ts'
import { QueuePositionNotice } from '../queue/queue-position.tsx'
import type { QueuePosition } from '../queue/queue-slice.ts'
import type { CredentialOffer } from './credential-offers.tsx'
import type { IssuanceFailure as Failure } from './credentials-slice.ts'
import { IssuanceFailure, type RestartPage } from './issuance-failure.tsx'
import { NotReceivedHelp } from './not-received-help.tsx'
import { t } from './texts.ts'

export interface IssuanceProgressProps {
  /** The flow; each ends differently. */
  flow?: Flow
  offers: readonly CredentialOffer[]
  isSending: boolean
  /** The credential whose keys the issuer is generating. */
  preparing: string | null
  /** Queue position of accepted offers that the server still has to process. */
  place?: QueuePosition | undefined
  /** May stand while sending: the call is then being retried. */
  failure: Failure | null
  /** Resumes sending. */
  onSend: () => void
  /** Withdraws open offers and sends new ones. */
  onResend: () => void
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
