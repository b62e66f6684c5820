import type { Snapshot } from '@lastmile/holder'
import { useContext, useEffect, useEffectEvent, useState } from 'react'
import { listText } from '../../texts/formats.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/notice.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { nameOf } from '../party-display.ts'
import { t } from '../texts.ts'
import { useAction } from '../use-action.ts'
import { useAnnouncements } from '../use-announcements.ts'
import { useArrival } from '../use-arrival.ts'
import { isOpen, useDecision } from '../use-decision.ts'
import { VisitPlace } from '../visit-place.ts'
import type { WalletView } from '../wallet-client.ts'
import { keepOpen } from '../wallet-visibility.ts'
import type { OpenedWallet } from '../worker/messages.ts'
import { ConnectQuestion } from './connect-question.tsx'
import { Failure } from './failure.tsx'
import type { WalletPlace } from './layers.tsx'
import { OfferCard } from './offer-card.tsx'
import { Outcome } from './outcome.tsx'
import { RequestCard } from './request-card.tsx'
import { WalletHome } from './wallet-home.tsx'

type OpenWalletProps = OpenedWallet & Omit<WalletView, 'wallet'> & WalletPlace

/** One decision at a time; with none, the credentials. */
export function OpenWallet({
  receiving,
  asking,
  isFromPage = false,
  returnTo,
  link,
  isPage = false,
  onBack,
  ...wallet
}: OpenWalletProps) {
  const { snapshot, isKept } = wallet
  useAnnouncements(snapshot)
  const isReceiving = receiving !== undefined && receiving.failure === undefined
  const isConnecting = snapshot.connections[0]?.state === 'connecting'
  const { isQuiet = false, wait } = useContext(VisitPlace)
  const isArriving = useArrival(snapshot, isFromPage, isReceiving)
  const isComing = (isArriving || wait !== undefined) && !isQuiet
  const decision = useDecision(snapshot)
  const isSomethingHere = decision.waiting > 0 || decision.shown !== undefined
  const isSheet = onBack !== undefined
  // A sheet would cover the page for nothing.
  useEffect(() => {
    if (isSheet) keepOpen(isSomethingHere)
  }, [isSheet, isSomethingHere])
  // An offer or a request would push the rest down while the visitor reads it.
  const isAway = snapshot.network === 'offline' || snapshot.unreachable.length > 0
  const isRestShown = isSomethingHere || !isComing || isAway
  const { outcome } = decision
  const others = decision.waiting - Number(decision.shown !== undefined && isOpen(decision.shown))
  return (
    <>
      <div className="grid shrink-0 gap-3 px-4 pt-3 empty:hidden">
        {isKept ? null : <Notice tone="warning">{t('notKept')}</Notice>}
        {isAway ? (
          <Notice tone="warning">
            {snapshot.network === 'offline'
              ? t('offlineText')
              : t('cantReach', { who: listText(snapshot.unreachable.map(nameOf)) })}{' '}
            {snapshot.waiting > 0 ? t('waitingText', { count: snapshot.waiting }) : null}
          </Notice>
        ) : null}
        {receiving?.failure ? <Failure failure={receiving.failure} /> : null}
        {isReceiving ? <Waiting>{t('receiving')}</Waiting> : null}
        {snapshot.unreadable > 0 ? <Unreadable count={snapshot.unreadable} /> : null}
        {isSomethingHere ? null : <Handshake snapshot={snapshot} isComing={isComing} onBack={onBack} />}
        {outcome && !asking ? (
          <Outcome
            key={outcome.id}
            outcome={outcome}
            isLast={decision.waiting === 0 && !isReceiving && !isConnecting}
            hasNext={decision.hasNext}
            onRead={decision.onOutcomeRead}
            isPage={isPage}
            onBack={onBack}
            returnTo={returnTo}
          />
        ) : null}
        {decision.waiting + decision.onTheWay > 0 && !decision.shown ? (
          <Notice
            action={
              <Button size="small" onClick={decision.onShow}>
                {t('showWaiting')}
              </Button>
            }
          >
            {decision.waiting > 0
              ? t('waitForYou', { count: decision.waiting })
              : t('onTheWay', { count: decision.onTheWay })}
          </Notice>
        ) : null}
      </div>
      <div className="flex min-h-0 flex-1">
        {decision.shown && !isPage ? null : isRestShown && !asking ? (
          <div
            className={classNames(
              'flex min-h-0 min-w-0 flex-1 flex-col',
              decision.shown && 'max-w-84 border-r border-line @max-[48rem]:hidden',
            )}
          >
            <WalletHome
              {...wallet}
              isReceiving={isReceiving}
              link={link}
              isPage={isPage}
              onTurnTo={decision.shown ? decision.onAllLater : outcome && decision.onOutcomeRead}
            />
          </div>
        ) : null}
        {asking ? (
          <section aria-label={t('toDecide')} className="flex min-h-0 flex-1 flex-col">
            <ConnectQuestion invitation={asking} />
          </section>
        ) : decision.shown ? (
          <section aria-label={t('toDecide')} className="flex min-h-0 min-w-0 flex-1 flex-col">
            <p className="flex shrink-0 flex-wrap items-center gap-x-4 px-4 text-small text-mute">
              <Button variant="quiet" size="small" onClick={decision.onLater}>
                {t(isOpen(decision.shown) ? 'later' : decision.waiting > 0 ? 'showNext' : 'showCredentials')}
              </Button>
              {others > 0 ? t('moreWait', { count: others }) : null}
            </p>
            {'items' in decision.shown ? (
              <RequestCard key={decision.shown.id} request={decision.shown} held={snapshot.credentials} />
            ) : (
              <OfferCard key={decision.shown.id} offer={decision.shown} />
            )}
          </section>
        ) : null}
      </div>
    </>
  )
}

/** Unreadable records stay until the visitor deletes them. */
function Unreadable({ count }: { count: number }) {
  const { isBusy, failure, act } = useAction()
  return (
    <Notice
      tone="warning"
      action={
        <Button
          size="small"
          variant="ghost"
          busy={isBusy}
          onClick={() => act({ action: 'removeUnreadable', args: [] })}
        >
          {t('removeUnreadable')}
        </Button>
      }
    >
      {t('unreadable', { count })}
      {failure ? <Failure failure={failure} /> : null}
    </Notice>
  )
}

interface HandshakeProps {
  snapshot: Snapshot
  /** An offer or a request may follow at any moment. */
  isComing: boolean
  /** Where the wallet covers the page. */
  onBack: (() => void) | undefined
}

function Handshake({ snapshot: { connections, history }, isComing, onBack }: HandshakeProps) {
  const { step, isQuiet = false, wait } = useContext(VisitPlace)
  const [stepAtFirst] = useState(step)
  const isOver = isQuiet && step !== stepAtFirst
  const end = useEffectEvent(() => onBack?.())
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  const [newest] = connections
  if (wait !== undefined) return <Waiting>{t('keysFirst', { credential: wait })}</Waiting>
  if (!newest) return null
  const name = nameOf(newest.with)
  if (newest.state === 'connecting') return <Waiting>{t('connectingTo', { name })}</Waiting>
  if (newest.state === 'abandoned') return <Notice tone="warning">{t('abandoned', { name })}</Notice>
  const isNews = history[0]?.what === 'connected' && history[0].about === newest.id
  if (!isNews) return null
  if (isComing) return <Waiting>{t('preparing', { name })}</Waiting>
  return <Notice tone="success">{t('connectedTo', { name })}</Notice>
}
