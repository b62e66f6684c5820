import { useEffect } from 'react'
import { listText } from '../../texts/formats.ts'
import { announce } from '../../ui/announce.ts'
import { StepState } from '../../ui/step-frame.tsx'
import { WalletInvitation } from '../connecting/wallet-invitation.tsx'
import { type CredentialOffer, CredentialOffers } from './credential-offers.tsx'
import { IssuanceProgress, type IssuanceProgressProps, openInvitation } from './issuance-progress.tsx'
import { t } from './texts.ts'

/** The credential cards, their states, and help when a credential does not arrive. */
export function Issuance({ issuer, ...progress }: IssuanceProgressProps & { issuer?: string }) {
  const { offers, place, isSending, failure } = progress
  const invitation = place || isSending || failure ? undefined : openInvitation(offers)
  useAnnouncements(offers)
  return (
    <>
      <StepState>
        <IssuanceProgress {...progress} />
      </StepState>
      {invitation ? (
        <WalletInvitation key={invitation.link} {...invitation} linkTestId="offer-link" deepLink={undefined} />
      ) : null}
      <CredentialOffers issuer={issuer} offers={place ? offers.map(inLine) : offers} />
    </>
  )
}

/** The wallet has answered; the server still has to sign. */
const inLine = (offer: CredentialOffer): CredentialOffer =>
  offer.state === 'offered' ? { ...offer, state: 'accepted' } : offer

/** Announces each credential that arrived or was declined to screen readers. */
function useAnnouncements(offers: readonly CredentialOffer[]) {
  const namesOf = (state: CredentialOffer['state']) =>
    listText(offers.filter((offer) => offer.state === state).map((offer) => offer.name))
  const arrived = namesOf('issued')
  const count = offers.filter((offer) => offer.state === 'issued').length
  const declined = namesOf('declined')
  useEffect(() => {
    if (arrived !== '') announce(t('issued', { credentials: arrived, count }))
  }, [arrived, count])
  useEffect(() => {
    if (declined !== '') announce(t('declined', { credentials: declined }), 'assertive')
  }, [declined])
}
