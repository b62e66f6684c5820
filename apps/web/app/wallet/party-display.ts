import { agesClaim } from '@lastmile/contracts/condition'
import { visitorsIssuer, visitorsNote } from '@lastmile/contracts/site'
import type { CredentialKind, Party } from '@lastmile/holder'
import { attributeLabel, startCase } from '@lastmile/journey'
import { isKnownWord } from './known-words.ts'
import { t } from './texts.ts'

/**
 * Trust in a peer: `ours` is surely the site that opened the wallet, by its DID or because answers go straight to it; a
 * `stranger` is surely another site, and `unchecked` neither. `checking`: this site, while its DID could not be read.
 */
export type Standing = 'ours' | 'checking' | 'stranger' | 'unchecked'

/** @param siteHost of the page, with its port */
export function standingOf({ host, did, isDirect }: Party, siteHost: string): Standing {
  const isSure = did !== undefined || isDirect === true
  if (host === siteHost) return isSure ? 'ours' : 'checking'
  return isSure ? 'stranger' : 'unchecked'
}

/** Whether a visitor of this site wrote what its server offers, or has issued: it says so in these words itself. */
export const isOfVisitor = ({ label, note }: Party): boolean => label === visitorsIssuer || note === visitorsNote

/** A name that strangers chose, quoted in our sentences. */
export const quoted = (name: string): string => t('quoted', { name })

/** An attribute as its issuer calls it, or its name as people read it. */
export const attributeText = ({ name, label }: { name: string; label?: string }): string =>
  label ?? attributeLabel(name)

/** The ages that a credential states are one answer for a person; the other attributes of a list beside it. */
export function withoutAges<Named extends { name: string }>(all: readonly Named[]) {
  const isAge = ({ name }: Named) => name.startsWith(agesClaim)
  const stated = all.filter(isAge)
  return { others: all.filter((each) => !isAge(each)), stated, ages: stated.length > 0 ? t('ages') : undefined }
}

/** The name a peer claims, or its visitor's; the wallet shows its trust elsewhere. */
export function nameOf(party: Party): string {
  const label = isOfVisitor(party) ? t('visitor') : party.label
  return label ? quotedIfStrange(label, party) : party.host || t('nobody')
}

/**
 * A party's word in our sentences: in quotation marks, unless this site's own content has it. A visitor may have the
 * site's server say others.
 */
export const quotedIfStrange = (word: string, party: Party): string =>
  isKnownWord(word) && standingOf(party, location.host) === 'ours' && !isOfVisitor(party) ? word : quoted(word)

/** An attribute's name as people read it, in our sentences about a party. */
export const attributeName = (name: string, party: Party): string => quotedIfStrange(attributeLabel(name), party)

type Named = Pick<CredentialKind, 'name'>

/** The issuer's name for a kind of credential, written as the pages do: "ConfirmedPerson" is "Confirmed Person". */
export const kindTitle = ({ name }: Named): string => (name ? startCase(name) || name : t('unnamed'))

/** The same in our sentences. @param from the party whose word it is */
export const kindName = (kind: Named, from?: Party): string => {
  if (!kind.name) return kindTitle(kind)
  return from ? quotedIfStrange(kindTitle(kind), from) : quoted(kindTitle(kind))
}
