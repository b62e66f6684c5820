import type { Offer } from '@lastmile/holder'
import { isOfSite } from '@lastmile/holder/disclosure'
import { Button } from '../../ui/button.tsx'
import { CredentialCard } from '../../ui/credential-card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ValueList } from '../../ui/value-list.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { nameOf } from '../party-display.ts'
import { t } from '../texts.ts'
import { useAction } from '../use-action.ts'
import { DecisionBar } from './decision-bar.tsx'
import { Failure } from './failure.tsx'
import { PartyLine } from './party-line.tsx'
import { PartyPicture } from './party-picture.tsx'

/** An offered credential, until it is stored. */
export function OfferCard({ offer }: { offer: Offer }) {
  const { isBusy, failure, act } = useAction()
  const issuer = nameOf(offer.from)
  const name = offer.kind.name ?? t('unnamed')
  const isOpen = offer.state === 'offered'
  return (
    <article
      className="grid gap-3 rounded-panel border border-line bg-paper p-4 sm:p-5 **:scroll-mb-20"
      data-testid="wallet-offer"
    >
      <div className="flex items-start gap-3">
        <PartyPicture party={offer.from} />
        <div className="min-w-0 flex-1">
          <h3 className="text-[1.0625rem] font-semibold wrap-anywhere">{t('offers', { name: issuer })}</h3>
          <PartyLine party={offer.from} />
        </div>
      </div>
      {isOfSite(offer, location.host) ? null : <Notice tone="warning">{t('unknownIssuer')}</Notice>}
      <CredentialCard issuer={issuer} name={name} headingLevel={4} />
      <p className="text-small text-mute">{t('offerText')}</p>
      <ValueList values={offer.attributes} />
      {failure ? <Failure failure={failure} /> : null}
      {isOpen ? (
        <DecisionBar>
          <Button size="small" busy={isBusy} onClick={() => act({ action: 'accept', args: [offer.id] })}>
            {t('accept')}
          </Button>
          <Button
            size="small"
            variant="ghost"
            disabled={isBusy}
            onClick={() => act({ action: 'decline', args: [offer.id] })}
          >
            {t('decline')}
          </Button>
        </DecisionBar>
      ) : (
        <Waiting>{t('arriving', { name: issuer })}</Waiting>
      )}
    </article>
  )
}
