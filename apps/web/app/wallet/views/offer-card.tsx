import type { Offer } from '@lastmile/holder'
import { isOfSite } from '@lastmile/holder/disclosure'
import { Button } from '../../ui/button.tsx'
import { CredentialStrip } from '../../ui/credential-card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ValueList } from '../../ui/value-list.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { kindTitle, nameOf } from '../party-display.ts'
import { t } from '../texts.ts'
import { useAction } from '../use-action.ts'
import { Failure } from './failure.tsx'
import { WalletBody, WalletFoot } from './layers.tsx'
import { PartyLine } from './party-line.tsx'
import { PartyPicture } from './party-picture.tsx'

/** An offered credential, until it is stored. */
export function OfferCard({ offer }: { offer: Offer }) {
  const { isBusy, failure, act } = useAction()
  const issuer = nameOf(offer.from)
  const isOpen = offer.state === 'offered'
  return (
    <article className="flex min-h-0 flex-1 flex-col" data-testid="wallet-offer">
      <WalletBody>
        <div className="flex items-start gap-3">
          <PartyPicture party={offer.from} />
          <div className="min-w-0 flex-1">
            <h3 className="text-[1.0625rem] font-semibold wrap-anywhere">{t('offers', { name: issuer })}</h3>
            <PartyLine party={offer.from} />
          </div>
        </div>
        {isOfSite(offer, location.host) ? null : <Notice tone="warning">{t('unknownIssuer')}</Notice>}
        <CredentialStrip issuer={issuer} name={kindTitle(offer.kind)} />
        <p className="text-small text-mute">{t('offerText')}</p>
        <ValueList values={offer.attributes} />
        {failure ? <Failure failure={failure} /> : null}
        {isOpen ? null : <Waiting>{t('arriving', { name: issuer })}</Waiting>}
      </WalletBody>
      {isOpen ? (
        <WalletFoot>
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
        </WalletFoot>
      ) : null}
    </article>
  )
}
