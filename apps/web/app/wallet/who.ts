import type { CredentialKind, Party } from '@lastmile/holder'
import { t } from './texts.ts'

/**
 * What is known of somebody: `ours` publishes the DID of the site that the wallet was opened on, a `stranger` one of another site,
 * and nobody vouches for who publishes none. `checking`: this site, whose DID could not be read yet.
 */
export type Standing = 'ours' | 'checking' | 'stranger' | 'unchecked'

/** @param siteHost of the page, with its port */
export function standingOf({ host, did }: Party, siteHost: string): Standing {
  if (host === siteHost) return did ? 'ours' : 'checking'
  return did ? 'stranger' : 'unchecked'
}

/** A name that others gave, in our sentences. */
export const quoted = (name: string): string => t('quoted', { name })

/** What somebody calls themselves, in quotation marks; the wallet says elsewhere what that is worth. */
export const nameOf = ({ label, host }: Party): string => (label ? quoted(label) : host || t('nobody'))

/** What its issuer calls a kind of credential, in quotation marks. */
export const kindName = ({ name }: Pick<CredentialKind, 'name'>): string => (name ? quoted(name) : t('unnamed'))

/** Whether the site that the wallet was opened on issues it. Any other issuer may have keys that proofs can be recognised by. */
export const isOfSite = ({ issuer }: Pick<CredentialKind, 'issuer'>, siteHost: string): boolean =>
  hostOf(issuer) === siteHost

/** Where the document of a DID is published, with its port; undefined where its method names no host. */
export function hostOf(did: string): string | undefined {
  const [, encoded] = /^did:web(?:vh:[^:]+)?:([^:]+)/.exec(did) ?? []
  const address = `https://${encoded?.replace(/%3A/i, ':')}`
  return encoded && URL.canParse(address) ? new URL(address).host : undefined
}
