import type { Snapshot } from '@lastmile/holder'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { nameOf } from '../party-display.ts'
import { t } from '../texts.ts'
import { useAction } from '../use-action.ts'
import { useAnnouncements } from '../use-announcements.ts'
import type { WalletView } from '../wallet-client.ts'
import { ConnectQuestion } from './connect-question.tsx'
import { CredentialList } from './credential-list.tsx'
import { Failure } from './failure.tsx'
import { HistoryList } from './history-list.tsx'
import { InvitationForm } from './invitation-form.tsx'
import { OfferCard } from './offer-card.tsx'
import { RequestCard } from './request-card.tsx'
import { WalletSettings } from './wallet-settings.tsx'

interface OpenWalletProps {
  snapshot: Snapshot
  isKept: boolean
  isLocked: boolean
  receiving: WalletView['receiving']
  asking?: WalletView['asking']
  /** From the page's address. */
  link?: string
}

/** Pending decisions first, then the credentials. */
export function OpenWallet({ snapshot, isKept, isLocked, receiving, asking, link }: OpenWalletProps) {
  const { offers, requests, credentials, history } = snapshot
  useAnnouncements(snapshot)
  const isReceiving = receiving !== undefined && receiving.failure === undefined
  const isSettled = useIsSettled(snapshot, isReceiving || asking !== undefined)
  const invitation = <InvitationForm key={link} link={link} isReceiving={isReceiving} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {isKept ? null : <Notice tone="warning">{t('notKept')}</Notice>}
      {snapshot.network === 'offline' ? (
        <Notice tone="warning">
          {t('offlineText')} {snapshot.waiting > 0 ? t('waitingText', { count: snapshot.waiting }) : null}
        </Notice>
      ) : null}
      {receiving?.failure ? <Failure failure={receiving.failure} /> : null}
      {isReceiving ? <Waiting>{t('receiving')}</Waiting> : null}
      {snapshot.unreadable > 0 ? <Unreadable count={snapshot.unreadable} /> : null}
      <Handshake snapshot={snapshot} />
      {link ? invitation : null}
      {asking || offers.length + requests.length > 0 ? (
        <section aria-label={t('toDecide')} className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {asking ? <ConnectQuestion invitation={asking} /> : null}
          {requests.map((request) => (
            <RequestCard key={request.id} request={request} held={credentials} />
          ))}
          {offers.map((offer) => (
            <OfferCard key={offer.id} offer={offer} />
          ))}
        </section>
      ) : null}
      {isSettled ? (
        <>
          <CredentialList credentials={credentials} />
          {link ? null : invitation}
          <HistoryList history={history} />
          <WalletSettings
            held={credentials.length}
            isEmpty={history.length === 0}
            isKept={isKept}
            isLocked={isLocked}
          />
        </>
      ) : null}
    </div>
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

/** Milliseconds to wait for the result of an invitation: during the handshake, and after it. */
const patience = { handshake: 6_000, afterwards: 2_500 }

/**
 * Whether to show the rest below the decisions. After an invitation it waits for the first offer or request, which
 * would otherwise push the rest down while the visitor reads it.
 */
function useIsSettled({ connections, offers, requests, network }: Snapshot, isReceiving: boolean): boolean {
  const [isSettled, setIsSettled] = useState(!isReceiving)
  const isSomethingHere = offers.length + requests.length > 0 || network === 'offline'
  const wait = isReceiving || connections[0]?.state === 'connecting' ? patience.handshake : patience.afterwards
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), isSomethingHere ? 0 : wait)
    return () => clearTimeout(timer)
  }, [isSomethingHere, wait])
  return isSettled || isSomethingHere
}

/** The newest connection's progress, until an offer or a request arrives. */
function Handshake({ snapshot: { connections, offers, requests, history } }: { snapshot: Snapshot }) {
  const [newest] = connections
  if (!newest || offers.length + requests.length > 0) return null
  const name = nameOf(newest.with)
  if (newest.state === 'connecting') return <Waiting>{t('connectingTo', { name })}</Waiting>
  if (newest.state === 'abandoned') return <Notice tone="warning">{t('abandoned', { name })}</Notice>
  const isNews = history[0]?.what === 'connected' && history[0].about === newest.id
  return isNews ? <Notice tone="success">{t('connectedTo', { name })}</Notice> : null
}
