import { CredentialCard, type CredentialCardState } from '../../ui/credential-card.tsx'

export interface CredentialOffer {
  name: string
  icon?: string
  attributes: readonly { label: string; value: string }[]
  /** Undefined: not offered yet. */
  state: CredentialCardState | undefined
  /** Why the wallet did not take it, if it said so. */
  reason?: string | null
}

interface CredentialOffersProps {
  issuer?: string
  offers: readonly CredentialOffer[]
}

/** The credentials under way to the wallet, each with what became of it. */
export function CredentialOffers({ issuer, offers }: CredentialOffersProps) {
  return (
    <ul className="grid gap-5 [grid-template-columns:repeat(auto-fill,minmax(min(100%,18rem),1fr))]">
      {offers.map((offer) => (
        <li key={offer.name}>
          <CredentialCard
            issuer={issuer}
            headingLevel={2}
            name={offer.name}
            icon={offer.icon}
            attributes={offer.attributes.slice(0, 4)}
            state={offer.state ?? 'offered'}
            data-testid={`credential-${offer.name}`}
          />
        </li>
      ))}
    </ul>
  )
}
