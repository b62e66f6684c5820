import { visitorsIssuer, visitorsNote } from '@lastmile/contracts/site'
import type { CredentialKind, Party } from '@lastmile/holder'
import { attributeLabel, startCase } from '@lastmile/journey'
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

/** A name that others chose, quoted in our sentences. */
export const quoted = (name: string): string => t('quoted', { name })

/** An attribute as its issuer calls it, or its name as people read it. */
export const attributeText = ({ name, label }: { name: string; label?: string }): string =>
  label ?? attributeLabel(name)

/** An attribute's name as people read it, quoted in our sentences. */
export const attributeName = (name: string): string => quoted(attributeLabel(name))

/** The name a peer claims, or its visitor's, in quotation marks; the wallet shows its trust elsewhere. */
export function nameOf(party: Party): string {
  const label = isOfVisitor(party) ? t('visitor') : party.label
  return label ? quoted(label) : party.host || t('nobody')
}

type Named = Pick<CredentialKind, 'name'>

/** The issuer's name for a kind of credential, written as the pages do: "ConfirmedPerson" is "Confirmed Person". */
export const kindTitle = ({ name }: Named): string => (name ? startCase(name) || name : t('unnamed'))

/** The same in our sentences, in quotation marks. */
export const kindName = (kind: Named): string => (kind.name ? quoted(kindTitle(kind)) : kindTitle(kind))
