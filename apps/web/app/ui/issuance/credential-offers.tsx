import { CredentialCard, type CredentialCardState } from '../credential-card.tsx'
import { Notice } from '../notice.tsx'
import { TryAgain } from '../try-again.tsx'

export interface CredentialOffer {
  name: string
  icon?: string
  attributes: readonly { label: string; value: string }[]
  /** Undefined: not offered yet. Declined carries the wallet's reason, if it gave one. */
  state: CredentialCardState | 'declined' | undefined
  reason?: string | null
}

interface CredentialOffersProps {
  issuer?: string
  offers: readonly CredentialOffer[]
  /** Withdraws what is open and offers again. */
  onRetry: () => void
  busy: boolean
}

/** The credentials under way to the wallet, each with what became of it. */
export function CredentialOffers({ issuer, offers, onRetry, busy }: CredentialOffersProps) {
  const declined = offers.filter((offer) => offer.state === 'declined')
  return (
    <div className="grid gap-5">
      <ul className="grid gap-5 [grid-template-columns:repeat(auto-fill,minmax(min(100%,18rem),1fr))]">
        {offers.map((offer) => (
          <li key={offer.name}>
            <CredentialCard
              issuer={issuer}
              headingLevel={2}
              name={offer.name}
              icon={offer.icon}
              attributes={offer.attributes.slice(0, 4)}
              state={offer.state === 'declined' ? undefined : (offer.state ?? 'offered')}
              data-testid={`credential-${offer.name}`}
            />
          </li>
        ))}
      </ul>
      {declined.map((offer) => (
        <Notice
          key={offer.name}
          tone="warning"
          title={`Your wallet did not take ${offer.name}.`}
          action={<TryAgain onClick={onRetry} busy={busy} />}
        >
          {offer.reason ?? 'You declined it there, or the wallet closed it.'} Nothing was stored. You can have it sent
          again.
        </Notice>
      ))}
    </div>
  )
}
