import type { CredentialAttribute, CredentialRefusal } from '@lastmile/contracts'
import { isDateOfBirth, statedAges } from '@lastmile/contracts/condition'
import { familyOf } from '@lastmile/contracts/protocols'
import { useId, useState } from 'react'
import { useAppSelector } from '../../state/app-thunk.ts'
import { selectProtocol } from '../../state/preferences/protocol.ts'
import { listText } from '../../texts/formats.ts'
import { Button } from '../../ui/button.tsx'
import { CredentialCard, type CredentialCardState } from '../../ui/credential-card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ValueList } from '../../ui/value-list.tsx'
import type { OfferInvitation } from './credentials-slice.ts'
import { t } from './texts.ts'

export interface CredentialOffer {
  name: string
  icon?: string
  /** Text lines on the card. */
  lines: readonly { label: string; value: string }[]
  /** All attributes, including pictures. */
  attributes: readonly CredentialAttribute[]
  /** Undefined before the offer. */
  state: CredentialCardState | undefined
  /** Of an open offer without a connection. */
  invitation?: OfferInvitation | undefined
  /** Reason for an end without a credential. */
  refusal?: CredentialRefusal | null
}

/** Room on a card. */
const linesOnCard = 4

/** The credentials being issued, each with its state. */
export function CredentialOffers({ issuer, offers }: { issuer?: string; offers: readonly CredentialOffer[] }) {
  return (
    <ul className="grid gap-5 [grid-template-columns:repeat(auto-fill,minmax(min(100%,18rem),1fr))]">
      {offers.map((offer) => (
        <li key={offer.name}>
          <div className="short:max-w-60">
            <CredentialCard
              issuer={issuer}
              headingLevel={2}
              name={offer.name}
              icon={offer.icon}
              attributes={offer.lines.slice(0, linesOnCard)}
              state={offer.state}
              data-testid={`credential-${offer.name}`}
            />
          </div>
          {offer.attributes.length > 0 ? <AllLines {...offer} /> : null}
        </li>
      ))}
    </ul>
  )
}

/** Lists every attribute, including those that don't fit on the card. */
function AllLines({ name, attributes }: CredentialOffer) {
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const protocol = useAppSelector(selectProtocol)
  return (
    <div className="max-w-105">
      <Button
        variant="quiet"
        size="small"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
        className="mt-1"
      >
        {isOpen ? t('showLess') : t('showAll', { count: attributes.length })}
        <span className="sr-only"> {name}</span>
        <Icon name="next" size={16} className={isOpen ? '-rotate-90' : 'rotate-90'} />
      </Button>
      <section
        id={listId}
        hidden={!isOpen}
        aria-label={t('linesOf', { credential: name })}
        className="mt-2 rounded-2xl border border-line p-5"
      >
        <ValueList values={attributes} />
        {familyOf(protocol).proves === 'statedAges' && attributes.some((attribute) => isDateOfBirth(attribute.name)) ? (
          <p className="mt-3 text-small">{t('ages', { ages: listText(statedAges.map(String)) })}</p>
        ) : null}
      </section>
    </div>
  )
}
