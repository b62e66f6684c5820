import type { Offer } from '@lastmile/holder'
import { isOfSite } from '@lastmile/holder/disclosure'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CredentialStrip } from '../../ui/credential-card.tsx'
import { Field, fieldLooks } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ValueList } from '../../ui/value-list.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { attributeText, isOfVisitor, kindTitle, nameOf, withoutAges } from '../party-display.ts'
import { t } from '../texts.ts'
import { useAction } from '../use-action.ts'
import { Decline, GiveUp } from './decision-buttons.tsx'
import { Failure } from './failure.tsx'
import { WalletBody, WalletFoot } from './layers.tsx'
import { PartyLine } from './party-line.tsx'
import { PartyPicture } from './party-picture.tsx'

/** An offered credential, until it is stored. */
export function OfferCard({ offer }: { offer: Offer }) {
  const { isBusy, failure, act } = useAction()
  const [code, setCode] = useState('')
  const issuer = nameOf(offer.from)
  const isVisitors = isOfVisitor(offer.from)
  const accept = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void act({ action: 'accept', args: offer.code ? [offer.id, code.trim()] : [offer.id] })
  }
  return (
    <article className="flex min-h-0 flex-1 flex-col" data-testid="wallet-offer">
      <form onSubmit={accept} className="contents">
        <WalletBody>
          <div className="flex items-start gap-3">
            <PartyPicture party={offer.from} />
            <div className="min-w-0 flex-1">
              <h3 className="text-[1.0625rem] font-semibold wrap-anywhere">{t('offers', { name: issuer })}</h3>
              <PartyLine party={offer.from} />
            </div>
          </div>
          {isOfSite(offer, location.host) && !isVisitors ? null : (
            <Notice tone="warning">{t(isVisitors ? 'visitorsOffer' : 'unknownIssuer')}</Notice>
          )}
          {offer.kind.name ? (
            <CredentialStrip issuer={issuer} name={kindTitle(offer.kind)} />
          ) : (
            // A card's colours come from its name, which is still being read.
            <p className="min-h-14 rounded-xl border border-edge border-dashed px-4 py-4">{kindTitle(offer.kind)}</p>
          )}
          <Content offer={offer} issuer={issuer} />
          {failure ? <Failure failure={failure} /> : null}
          {offer.state === 'offered' ? null : (
            <Waiting help={<GiveUp id={offer.id} isBusy={isBusy} act={act} />}>
              {t(offer.isDeferred ? 'deferred' : 'arriving', { name: issuer })}
            </Waiting>
          )}
        </WalletBody>
        {offer.state === 'offered' ? (
          <WalletFoot>
            {offer.code ? <CodeField form={offer.code} code={code} setCode={setCode} /> : null}
            <Button type="submit" size="small" busy={isBusy}>
              {t('accept')}
            </Button>
            <Decline id={offer.id} isBusy={isBusy} act={act} />
          </WalletFoot>
        ) : null}
      </form>
    </article>
  )
}

/** The values, or where they come with the credential, their names. */
function Content({ offer: { attributes, names }, issuer }: { offer: Offer; issuer: string }) {
  if (!names)
    return (
      <>
        <p className="text-small text-mute">{t('offerText')}</p>
        <ValueList values={attributes} isInWords />
      </>
    )
  const { others, ages } = withoutAges(names)
  return (
    <div className="@container">
      <p className="text-small text-mute">{t('namesText', { name: issuer })}</p>
      <ul className="mt-3 grid gap-x-6 gap-y-2 text-small font-semibold @min-[270px]:grid-cols-2">
        {others.map((each) => (
          <li key={each.name}>{attributeText(each)}</li>
        ))}
        {ages ? <li className="col-span-full">{ages}</li> : null}
      </ul>
    </div>
  )
}

interface CodeFieldProps {
  form: NonNullable<Offer['code']>
  code: string
  setCode: (code: string) => void
}

/** The code that the issuer shows to the person whom the offer is meant for. */
function CodeField({ form, code, setCode }: CodeFieldProps) {
  const id = useId()
  return (
    <Field id={id} label={t('code')} hint={t('codeHint')} className="basis-full">
      <input
        id={id}
        required
        autoComplete="one-time-code"
        inputMode={form.isNumeric ? 'numeric' : 'text'}
        maxLength={form.length ?? 100}
        aria-describedby={`${id}-hint`}
        value={code}
        className={fieldLooks}
        onChange={({ target }) => setCode(target.value)}
      />
    </Field>
  )
}
