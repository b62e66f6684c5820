import type { Chosen, HeldCredential, ProofRequest, RequestItem } from '@lastmile/holder'
import {
  byRequirement,
  credentialFor,
  disclosureOf,
  evenRevokedOf,
  hasFewPlaces,
  isEvenRevoked,
  isOfSite,
} from '@lastmile/holder/disclosure'
import { attributeLabel, displayValue } from '@lastmile/journey'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { conditionText } from '../../texts/condition-text.ts'
import { momentText } from '../../texts/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Field, fieldLooks } from '../../ui/field.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ValueList } from '../../ui/value-list.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { kindName, nameOf, quoted } from '../party-display.ts'
import { t } from '../texts.ts'
import { useAction } from '../use-action.ts'
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
  const [chosen, setChosen] = useState<Chosen>({})
  const { isBusy, failure, act } = useAction()
  const verifier = nameOf(request.from)
  const { used, shared, proved, confirmed, unrevoked, kept } = disclosureOf(request, chosen, held)
  const revoked = evenRevokedOf(request)
  const isAnyway = Object.values(chosen).some(isEvenRevoked)
  const isPossible = request.possible || isAnyway
  const isKnown = used.every((credential) => isOfSite(credential, location.host))
  const recognisable = used.filter(hasFewPlaces)
  const answer = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void act({ action: 'answer', args: [request.id, chosen] })
  }
  const choose = (items: readonly RequestItem[], choice: Chosen[string]) =>
    setChosen((all) => ({ ...all, ...Object.fromEntries(items.map(({ referent }) => [referent, choice])) }))

  return (
    <article className="flex min-h-0 flex-1 flex-col" data-testid="wallet-request">
      <form onSubmit={answer} className="contents">
        <WalletBody>
          <div className="flex items-start gap-3">
            <PartyPicture party={request.from} />
            <div className="min-w-0 flex-1">
              <h3 className="text-[1.0625rem] font-semibold wrap-anywhere">{t('asks', { name: verifier })}</h3>
              <p className="text-small text-mute wrap-anywhere">{quoted(request.name)}</p>
              <PartyLine party={request.from} />
            </div>
          </div>
          {isKnown ? null : <Notice tone="warning">{t('unknownIssuerProof')}</Notice>}
          {recognisable.map(({ id, kind, registrySize = 0 }) => (
            <Notice key={id} tone="warning">
              {t('fewPlacesAsked', { credential: kindName(kind), count: registrySize, name: verifier })}
            </Notice>
          ))}
          {isPossible ? null : (
            <MissingList request={request} held={held} onShowAnyway={revoked && (() => setChosen(revoked))} />
          )}
          {isAnyway ? <Notice tone="warning">{t('anyway', { name: request.from.label })}</Notice> : null}
          {shared.length > 0 ? (
            <Part icon="eye" title={t('shared')} text={t('sharedText', { name: verifier })}>
              <ValueList values={shared} />
            </Part>
          ) : null}
          {proved.length + confirmed.length + unrevoked.length > 0 ? (
            <Part icon="shield" title={t('proved')} text={t('provedText', { name: verifier })}>
              <ul className="grid gap-2 text-small">
                {proved.map(({ referent, name, condition }) => (
                  <li key={referent}>
                    <span className="block text-mute">{attributeLabel(name)}</span>
                    <span className="block font-semibold">{conditionText(name, condition)}</span>
                  </li>
                ))}
                {confirmed.map(({ name, value }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: names of strangers may read alike
                  <li key={index}>
                    <span className="block text-mute">{attributeLabel(name)}</span>
                    <span className="block font-semibold">{confirmedText(name, value, verifier)}</span>
                  </li>
                ))}
                {unrevoked.map(({ id, kind }) => (
                  <li key={id} className="font-semibold">
                    {t('notRevoked', { credential: kindName(kind) })}
                  </li>
                ))}
              </ul>
            </Part>
          ) : null}
          {kept.length > 0 ? (
            <Part icon="lock" title={t('private')} text={t('privateText', { name: verifier })}>
              <p className="text-small">{kept.map(({ name }) => attributeLabel(name)).join(' · ')}</p>
            </Part>
          ) : null}
          {request.possible
            ? byRequirement(request.items).map((items) => (
                <Choice key={items[0]?.requirement} items={items} chosen={chosen} held={held} onChoose={choose} />
              ))
            : null}
          {failure ? <Failure failure={failure} /> : null}
          {request.state === 'asked' ? null : <Waiting>{t('sent', { name: verifier })}</Waiting>}
        </WalletBody>
        {request.state === 'asked' ? (
          <WalletFoot>
            {isPossible ? (
              <Button type="submit" size="small" busy={isBusy}>
                {t(isAnyway ? 'sendAnyway' : 'share')}
              </Button>
            ) : null}
            <Button
              size="small"
              variant="ghost"
              disabled={isBusy}
              onClick={() => act({ action: 'decline', args: [request.id] })}
            >
              {t('decline')}
            </Button>
          </WalletFoot>
        ) : null}
      </form>
    </article>
  )
}

/** An attribute that the peer has named, with or without its value. */
function confirmedText(name: string, value: string | undefined, verifier: string): string {
  if (value === undefined) return t('isThere')
  const shown = displayValue(name, value)
  return shown.kind === 'image' ? t('isNamed', { name: verifier }) : t('isValue', { value: shown.value })
}

function Part({ icon, title, text, children }: { icon: IconName; title: string; text: string; children: ReactNode }) {
  return (
    <section className="grid gap-2 border-t border-line pt-3">
      <div>
        <h4 className="flex items-center gap-2 text-small font-semibold">
          <Icon name={icon} size={18} className="text-forest" />
          {title}
        </h4>
        <p className="text-tiny text-mute">{text}</p>
      </div>
      {children}
    </section>
  )
}

interface ChoiceProps {
  /** Of one requirement. */
  items: readonly RequestItem[]
  chosen: Chosen
  held: readonly HeldCredential[]
  onChoose: (items: readonly RequestItem[], choice: Chosen[string]) => void
}

/** Chooses among several matching credentials, or takes a self-attested value where none is required. */
function Choice({ items, chosen, held, onChoose }: ChoiceProps) {
  const id = useId()
  const [item] = items
  if (!item) return null
  const label = [...new Set(items.flatMap(({ names }) => names.map(attributeLabel)))].join(', ')
  if (item.fitting.length === 0 && item.mayBeSaid) {
    return (
      <Field id={id} label={label} hint={t('yourWord')}>
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
  if (item.fitting.length < 2) return null
  return (
    <Field id={id} label={label} hint={t('which')}>
      <select
        id={id}
        aria-describedby={`${id}-hint`}
        className={fieldLooks}
        value={credentialFor(item, chosen, held)?.id}
        onChange={({ target }) => onChoose(items, { credentialId: target.value })}
      >
        {held
          .filter((credential) => item.fitting.includes(credential.id))
          .map(({ id: credentialId, kind, receivedAt }) => (
            <option key={credentialId} value={credentialId}>
              {t('choice', {
                credential: kindName(kind),
                moment: momentText(new Date(receivedAt).toISOString()),
              })}
            </option>
          ))}
      </select>
    </Field>
  )
}
