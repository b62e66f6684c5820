import type { Party } from '@lastmile/holder'
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

/** What somebody calls themselves; the wallet says elsewhere what that is worth. */
export const nameOf = ({ label, host }: Party): string => label || host || t('nobody')
