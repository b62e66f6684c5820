import type { Chosen, HeldCredential, RequestItem } from '@lastmile/holder'
import { type Disclosure, isOfSite } from '@lastmile/holder/disclosure'
import { attributeLabel, displayValue } from '@lastmile/journey'
import { type ReactNode, useId } from 'react'
import { conditionText } from '../../texts/condition-text.ts'
import { dayText, listText, momentText, valueText } from '../../texts/formats.ts'
import { CredentialStrip } from '../../ui/credential-card.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { ValueList } from '../../ui/value-list.tsx'
import { attributeText, kindName, kindTitle, nameOf, withoutAges } from '../party-display.ts'
import { t } from '../texts.ts'

interface AskedCardProps {
  credential: HeldCredential
  disclosure: Disclosure
  verifier: string
  /** Those that it answers. */
  items: readonly RequestItem[]
  held: readonly HeldCredential[]
  onChoose: ((items: readonly RequestItem[], choice: Chosen[string]) => void) | undefined
}

/** The part of one credential in an answer: shown, proved, seen with the card, and kept private. */
export function AskedCard({ credential, disclosure, verifier, items, held, onChoose }: AskedCardProps) {
  const ofIt = <Of extends { credential?: HeldCredential }>(all: readonly Of[]) =>
    all.filter((each) => each.credential === credential)
  const seen = ofIt(disclosure.shared)
  const { others: shared, stated: ages } = withoutAges(seen)
  const proved = [
    ...ofIt(disclosure.proved).map(({ name, condition }) => ({ name, text: conditionText(name, condition) })),
    ...ages.map(({ name, value }) => ({ name, text: displayText(name, value) })),
    ...ofIt(disclosure.confirmed).map(({ name, value }) => ({ name, text: confirmedText(name, value, verifier) })),
  ]
  const visible = ofIt(disclosure.visible)
  const { others: kept } = withoutAges(ofIt(disclosure.kept))
  const isUnrevoked = disclosure.unrevoked.includes(credential)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4" data-testid="wallet-asked-card">
      <CredentialStrip
        issuer={nameOf(credential.from)}
        name={kindTitle(credential.kind)}
        state={credential.revokedAt === undefined ? credential.doubt : 'revoked'}
      />
      {shared.length > 0 ? (
        <Part icon="eye" title={t('shared')} text={t('sharedText', { name: verifier })}>
          <ValueList values={shared} isInWords />
        </Part>
      ) : null}
      {proved.length > 0 || isUnrevoked ? (
        <Part icon="shield" title={t('proved')} text={t('provedText', { name: verifier })}>
          <ul className="grid gap-2 text-small">
            {proved.map(({ name, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names of strangers may read alike
              <li key={index}>
                <span className="block text-mute">{attributeLabel(name)}</span>
                <span className="block font-semibold">{text}</span>
              </li>
            ))}
            {isUnrevoked ? (
              <li className="font-semibold">
                {t('notRevoked', { credential: kindName(credential.kind, credential.from) })}
              </li>
            ) : null}
          </ul>
        </Part>
      ) : null}
      <Part icon="info" title={t('visible')} text={t('visibleText', { name: verifier })}>
        {visible.length > 0 ? <ValueList values={visible} isInWords /> : null}
        <p className="text-small">{visibleFacts(credential, items)}</p>
        {credential.stated?.issuedAt !== undefined && isOfSite(credential, location.host) ? (
          <p className="text-small">{t('roundedDates')}</p>
        ) : null}
      </Part>
      {kept.length > 0 ? (
        <Part icon="lock" title={t('private')} text={t('privateText', { name: verifier })}>
          <p className="text-small">{kept.map(attributeText).join('\u00a0· ')}</p>
        </Part>
      ) : null}
      {onChoose ? <Others items={items} credential={credential} shared={seen} held={held} onChoose={onChoose} /> : null}
    </div>
  )
}

/** Facts that a card states of itself to every reader, in a line. */
function visibleFacts({ from, revocable, stated = {}, format }: HeldCredential, items: readonly RequestItem[]): string {
  const day = (moment: number | undefined) => moment !== undefined && dayText(new Date(moment))
  const [issued, start, end] = [day(stated.issuedAt), day(stated.validFrom), day(stated.expiresAt)]
  const asked = items.some(({ unrevoked }) => unrevoked) ? 'yes' : 'no'
  const facts = [
    t('visibleFact.issuer', { issuer: nameOf(from) }),
    t('visibleFact.kind'),
    issued && t('visibleFact.issued', { day: issued }),
    start && t('visibleFact.from', { day: start }),
    end && t('visibleFact.until', { day: end }),
    stated.status !== undefined && t('visibleFact.status'),
    format === 'anoncreds' && revocable && t('visibleFact.registry', { asked }),
    format === 'sd-jwt' && t('visibleFact.key'),
  ]
  return t('visibleFacts', { facts: listText(facts.filter((fact) => typeof fact === 'string')) })
}

/** An attribute that the peer has named, with or without its value. */
function confirmedText(name: string, value: string | undefined, verifier: string): string {
  if (value === undefined) return t('isThere')
  const shown = displayValue(name, value)
  return shown.kind === 'image' ? t('isNamed', { name: verifier }) : t('isValue', { value: valueText(name, shown) })
}

function Part({ icon, title, text, children }: { icon: IconName; title: string; text: string; children: ReactNode }) {
  return (
    <section className="grid gap-2 border-t border-line pt-3">
      <div>
        <h4 className="flex items-center gap-2 text-small font-semibold">
          <Icon name={icon} size={18} className="text-forest" />
          {title}
        </h4>
        <p className="text-small text-mute">{text}</p>
      </div>
      {children}
    </section>
  )
}

interface OthersProps {
  items: readonly RequestItem[]
  credential: HeldCredential
  /** Attributes of it that are shown. */
  shared: readonly { name: string }[]
  held: readonly HeldCredential[]
  onChoose: (items: readonly RequestItem[], choice: Chosen[string]) => void
}

/** Other credentials that answer the same, told apart by the first shown value that differs. */
function Others({ items, credential, shared, held, onChoose }: OthersProps) {
  const group = useId()
  const fitting = held.filter(({ id }) => items.some(({ fitting }) => fitting.includes(id)))
  if (fitting.length < 2) return null
  const valueIn = ({ attributes }: HeldCredential, name: string) =>
    attributes.find((attribute) => attribute.name === name)?.value ?? ''
  const differing = shared.find(({ name }) => new Set(fitting.map((each) => valueIn(each, name))).size > 1)?.name
  return (
    <details className="text-small">
      <summary className="w-fit cursor-pointer py-2 font-semibold text-forest">{t('useAnother')}</summary>
      <fieldset className="grid gap-1">
        <legend className="sr-only">{t('which')}</legend>
        {fitting.map((each) => (
          <label
            key={each.id}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl bg-paper px-3 py-1.5"
          >
            <input
              type="radio"
              name={group}
              className="size-5 shrink-0 accent-forest"
              checked={each === credential}
              onChange={() =>
                onChoose(
                  items.filter((item) => item.fitting.includes(each.id)),
                  { credentialId: each.id },
                )
              }
            />
            <span>
              {t('choice', {
                credential: kindName(each.kind, each.from),
                moment: momentText(new Date(each.receivedAt).toISOString()),
              })}
              {differing === undefined ? null : (
                <span translate="no" className="block font-semibold">
                  {displayText(differing, valueIn(each, differing))}
                </span>
              )}
            </span>
          </label>
        ))}
      </fieldset>
    </details>
  )
}

/** A picture tells nothing in a line of text. */
function displayText(name: string, value: string): string {
  const shown = displayValue(name, value)
  return shown.kind === 'image' ? '' : valueText(name, shown)
}
