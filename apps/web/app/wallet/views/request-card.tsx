import type { Chosen, HeldCredential, ProofRequest, RequestItem } from '@lastmile/holder'
import {
  byRequirement,
  credentialFor,
  disclosureOf,
  evenRevokedOf,
  hasFewPlaces,
  isOfSite,
} from '@lastmile/holder/disclosure'
import { attributeLabel } from '@lastmile/journey'
import { type FormEvent, useContext, useId, useState } from 'react'
import { conditionText } from '../../texts/condition-text.ts'
import { Button } from '../../ui/button.tsx'
import { Field, fieldLooks } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { attributeName, kindName, nameOf, quotedIfStrange, standingOf, withoutAges } from '../party-display.ts'
import { t } from '../texts.ts'
import { useAction } from '../use-action.ts'
import { VisitPlace } from '../visit-place.ts'
import { AskedCard } from './asked-card.tsx'
import { Decline, GiveUp } from './decision-buttons.tsx'
import { Failure } from './failure.tsx'
import { WalletBody, WalletFoot } from './layers.tsx'
import { MissingList } from './missing-list.tsx'
import { PartyLine } from './party-line.tsx'
import { PartyPicture } from './party-picture.tsx'

interface RequestCardProps {
  request: ProofRequest
  held: readonly HeldCredential[]
}

/** A proof request: values to share, facts to prove, and attributes that stay here. */
export function RequestCard({ request, held }: RequestCardProps) {
  const [picked, setPicked] = useState<Chosen>({})
  const { isBusy, failure, act } = useAction()
  const verifier = nameOf(request.from)
  // A revoked card goes out at a press on a button of its own alone.
  const anyway = evenRevokedOf(request)
  const chosen = anyway ?? picked
  const disclosure = disclosureOf(request, chosen, held)
  const { used, proved, confirmed, unrevoked } = disclosure
  // By OpenID4VC the issuer has stated ages: a yes or no, without the date.
  const shown = withoutAges(disclosure.shared).others.length
  const ages = disclosure.shared.length - shown
  const provedCount = proved.length + confirmed.length + unrevoked.length + ages
  const { page } = useContext(VisitPlace)
  // By OpenID4VC a request has no title; this site's page has.
  const isOfPage = page?.verifier === request.from.label && standingOf(request.from, location.host) === 'ours'
  const purpose = request.name ? quotedIfStrange(request.name, request.from) : isOfPage ? page.purpose : undefined
  const named = ({ kind, from }: HeldCredential) => ({ credential: kindName(kind, from), name: verifier })
  const warnings = [
    ...(used.every((credential) => isOfSite(credential, location.host)) ? [] : [t('unknownIssuerProof')]),
    ...used.flatMap((card) =>
      hasFewPlaces(card) ? t('fewPlacesAsked', { ...named(card), count: card.registrySize ?? 0 }) : [],
    ),
    ...used.flatMap((card) => (card.doubt ? t('doubt', { ...named(card), doubt: card.doubt }) : [])),
    ...disclosure.unmet.map(({ credential, attribute, condition }) => {
      const words = condition ? ` ${conditionText(attribute, condition)}` : ''
      return t('unmet', { ...named(credential), what: attributeName(attribute, request.from) + words })
    }),
    ...used.flatMap((card) => (card.unlinkable === 0 ? t('seenBefore', named(card)) : [])),
  ]
  const answer = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void act({ action: 'answer', args: [request.id, chosen] })
  }
  const choose = (items: readonly RequestItem[], choice: Chosen[string]) =>
    setPicked((all) => ({ ...all, ...Object.fromEntries(items.map(({ referent }) => [referent, choice])) }))

  return (
    <article className="flex min-h-0 flex-1 flex-col" data-testid="wallet-request">
      <form onSubmit={answer} className="contents">
        <WalletBody>
          <div className="flex items-start gap-3">
            <PartyPicture party={request.from} />
            <div className="min-w-0 flex-1">
              <h3 className="text-[1.0625rem] font-semibold wrap-anywhere">{t('asks', { name: verifier })}</h3>
              {purpose ? <p className="text-small text-mute wrap-anywhere">{purpose}</p> : null}
              <PartyLine party={request.from} />
            </div>
          </div>
          {used.length > 0 ? (
            <p className="text-small font-semibold">
              {t('cardsAsked', {
                cards: used.length,
                shown,
                proved: provedCount,
                kept: withoutAges(disclosure.kept).others.length,
              })}
            </p>
          ) : null}
          {[...new Set(warnings)].map((warning) => (
            <Notice key={warning} tone="warning">
              {warning}
            </Notice>
          ))}
          {request.possible ? null : <MissingList request={request} held={held} isRevoked={anyway !== undefined} />}
          {used.map((credential) => {
            const items = request.items.filter((item) => credentialFor(item, chosen, held) === credential)
            return (
              <AskedCard
                key={items[0]?.requirement}
                credential={credential}
                disclosure={disclosure}
                verifier={verifier}
                items={items}
                held={held}
                onChoose={request.possible ? choose : undefined}
              />
            )
          })}
          {request.possible
            ? byRequirement(request.items).map((items) => (
                <OwnWord key={items[0]?.requirement} items={items} verifier={verifier} onChoose={choose} />
              ))
            : null}
          {failure ? <Failure failure={failure} /> : null}
        </WalletBody>
        {request.state === 'asked' ? (
          <WalletFoot>
            {request.possible || anyway ? (
              <Button type="submit" size="small" busy={isBusy}>
                {t(anyway ? 'sendAnyway' : provedCount > 0 ? 'shareAndProve' : 'share')}
              </Button>
            ) : null}
            <Decline id={request.id} isBusy={isBusy} act={act} />
          </WalletFoot>
        ) : (
          <div className="border-t border-line bg-paper px-4 py-3">
            <Waiting help={<GiveUp id={request.id} isBusy={isBusy} act={act} />}>
              {t(request.isUnsent ? 'sending' : 'sent', { name: verifier })}
            </Waiting>
          </div>
        )}
      </form>
    </article>
  )
}

interface OwnWordProps {
  /** Of one requirement. */
  items: readonly RequestItem[]
  verifier: string
  onChoose: (items: readonly RequestItem[], choice: Chosen[string]) => void
}

/** Takes a self-attested value where no credential is required. */
function OwnWord({ items, verifier, onChoose }: OwnWordProps) {
  const id = useId()
  const [item] = items
  if (!item?.mayBeSaid || item.fitting.length > 0) return null
  return (
    <Field id={id} label={namesOf(items)} hint={t('yourWord', { name: verifier })}>
      <input
        id={id}
        required
        maxLength={2_000}
        aria-describedby={`${id}-hint`}
        className={fieldLooks}
        onChange={({ target }) => onChoose(items, { said: target.value })}
      />
    </Field>
  )
}

const namesOf = (items: readonly RequestItem[]) =>
  [...new Set(items.flatMap(({ names }) => names.map(attributeLabel)))].join(', ')
