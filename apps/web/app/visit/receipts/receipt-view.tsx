import type { Receipt, ReceiptCredential } from '@lastmile/contracts'
import { familyOf } from '@lastmile/contracts/protocols'
import { attributeLabelIn, credentialNamed, labelOf } from '@lastmile/journey'
import { type ReactNode, useId } from 'react'
import { type Fact, ProvedFact, provedFacts, shownFacts } from '../../exchanges/proving/proved-facts.tsx'
import { useAppSelector } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { listText, momentText } from '../../texts/formats.ts'
import { Icon } from '../../ui/icon.tsx'
import type { KeptReceipt } from './receipt-selectors.ts'
import { t } from './texts.ts'

export interface ReceiptViewProps {
  kept: KeptReceipt
  headingLevel: 3 | 4
}

/** The verifier, each credential's shared and withheld attributes, and the checks. Names only, no values. */
export function ReceiptView({ kept: { receipt, revoked }, headingLevel }: ReceiptViewProps) {
  const character = useAppSelector(selectCurrentCharacter)
  const family = familyOf(receipt.protocol)
  const alike = receipt.credentials.flatMap(({ name, alike: attributes = [] }) =>
    attributes.map((attribute) => `“${attributeLabelIn(credentialNamed(character, name), attribute)}”`),
  )
  return (
    <div className="@container grid gap-5">
      <dl className="grid gap-x-8 gap-y-2 text-small @min-[30rem]:grid-cols-2">
        <Line term={t('verifier')}>{receipt.verifier}</Line>
        <Line term={t('useCase')}>{receipt.useCase.name}</Line>
        <Line term={t('request')}>{receipt.request}</Line>
        <Line term={t('at')}>
          <time dateTime={receipt.at}>{momentText(receipt.at)}</time>
        </Line>
      </dl>
      {receipt.credentials.map((credential) => (
        <CredentialPart
          key={credential.name}
          credential={credential}
          receipt={receipt}
          isRevoked={revoked.includes(credential.name)}
          headingLevel={headingLevel}
        />
      ))}
      {family.shows === 'copy' ? <p className="text-small text-mute">{t('seenByAll')}</p> : null}
      {!family.bindsCards && receipt.credentials.length > 1 ? (
        <p className="text-small text-mute">
          {t(alike.length > 0 ? 'namedAlike' : 'notOnePersons', {
            verifier: receipt.verifier,
            details: listText([...new Set(alike)]),
          })}
        </p>
      ) : null}
    </div>
  )
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-tiny text-mute">{term}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}

interface CredentialPartProps {
  credential: ReceiptCredential
  receipt: Receipt
  isRevoked: boolean
  headingLevel: 3 | 4
}

function CredentialPart({ credential, receipt: { at, protocol }, isRevoked, headingLevel }: CredentialPartProps) {
  const { issuer, shown, proved, kept, nonRevoked } = credential
  const Heading = `h${headingLevel}` as const
  const titleId = useId()
  const content = credentialNamed(useAppSelector(selectCurrentCharacter), credential.name)
  const name = labelOf(content ?? credential)
  const label = (attribute: string) => attributeLabelIn(content, attribute)
  const requirement = { name, properties: shown, predicates: proved, nonRevoked }
  const then = new Date(at)
  const facts = provedFacts(requirement, content, then)
  return (
    <section aria-labelledby={titleId}>
      <div aria-hidden="true" className="dotted-path mb-4 text-line" />
      <Heading id={titleId} className="font-sans text-[1.0625rem] font-semibold leading-snug text-balance">
        {name}{' '}
        {issuer === null ? null : <span className="text-small font-normal text-mute">{t('signedBy', { issuer })}</span>}
      </Heading>
      {isRevoked ? <p className="mt-2 text-small text-mute">{t('revoked', { credential: name })}</p> : null}
      <dl className="mt-3 grid gap-x-6 gap-y-3 text-small @min-[36rem]:grid-cols-3">
        <TermWithDetails term={t('shown')} none={t('shownNone')}>
          {details(shownFacts(requirement, content, then))}
        </TermWithDetails>
        {facts.length > 0 ? (
          <TermWithDetails term={t(`proved.${protocol}`)} none="">
            {details(facts)}
          </TermWithDetails>
        ) : null}
        <TermWithDetails term={t('kept')} none={t('keptNone')}>
          {kept.map((attribute) => (
            <dd key={attribute}>{label(attribute)}</dd>
          ))}
        </TermWithDetails>
      </dl>
      <ul aria-label={t('checked')} className="mt-4 grid gap-1 text-small text-mute">
        <Check>{t('signature')}</Check>
        {issuer === null ? null : <Check>{t('issuer', { issuer })}</Check>}
        {nonRevoked ? <Check>{t('notRevoked')}</Check> : <li className="pl-6.5">{t('revocationNotAsked')}</li>}
      </ul>
    </section>
  )
}

const details = (facts: readonly Fact[]) =>
  facts.map((fact) => (
    <dd key={`${fact.about} ${fact.condition}`}>
      <ProvedFact fact={fact} />
    </dd>
  ))

function TermWithDetails({ term, none, children }: { term: string; none: string; children: ReactNode[] }) {
  return (
    <div>
      <dt className="mb-0.5 text-tiny font-semibold text-forest">{term}</dt>
      {children.length > 0 ? children : <dd className="text-mute">{none}</dd>}
    </div>
  )
}

function Check({ children }: { children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <Icon name="tick" size={18} className="mt-0.5 text-forest" />
      <span>{children}</span>
    </li>
  )
}
