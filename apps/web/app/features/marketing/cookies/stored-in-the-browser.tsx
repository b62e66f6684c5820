import { persistedState } from '@lastmile/contracts/site'
import type { ReactNode } from 'react'
import { consentCookie } from '../../../consent/consent.ts'
import { LegalFacts } from '../blocks/legal-facts.tsx'

const Key = ({ children }: { children: ReactNode }) => (
  <code className="break-words text-[0.875em] font-normal">{children}</code>
)

/** Required storage, and the settings that visitors asked for. */
export function EssentialStorage() {
  return (
    <LegalFacts
      facts={[
        {
          name: (
            <>
              <Key>__Host-visitor</Key> (cookie; <Key>visitor</Key> on an address without https)
            </>
          ),
          text: 'A random number that says which connections and credentials in the demo are yours. No script can read it. Set when you open the demo or send a message, not before.',
          kept: '1 year, counted from when it was set',
        },
        {
          name: (
            <>
              <Key>{persistedState.key}</Key> (browser storage)
            </>
          ),
          text: 'How far you are in the demo: the character, the wallet and the step you chose, the names and numbers of connections and credentials, invitations, what is completed, and receipts that say by name which details you showed. Never anything that stands in a credential.',
          kept: 'until you leave the demo, which empties it, or clear this site’s data',
        },
        {
          name: (
            <>
              <Key>{persistedState.key}</Key> (storage of the tab)
            </>
          ),
          text: 'Which use case this tab is playing and how far you are in it, so that two tabs can play two of them.',
          kept: 'until you close the tab',
        },
        {
          name: (
            <>
              <Key>wallet</Key> (database of the browser, its cache, and storage of the tab)
            </>
          ),
          text: 'Only if you open the web wallet: its keys, your credentials and what you did with them, encrypted with a key that no script can read, or that only your passkey opens. We do not have it and cannot see it. The cache holds the files of the wallet’s page, so that it opens without a network. The tab remembers that the wallet is open.',
          kept: 'until you erase the wallet or clear this site’s data; in the tab until you close it',
        },
        {
          name: (
            <>
              Theme: <Key>preferences.darkMode</Key> within <Key>{persistedState.key}</Key>
            </>
          ),
          text: 'Whether you switched to the light or the dark look. Written only when you use that switch.',
          kept: 'until you clear this site’s data',
        },
        {
          name: (
            <>
              <Key>{consentCookie.name}</Key> (cookie)
            </>
          ),
          text: 'What you answered about optional cookies, and on which day, so that we do not ask on every page. Set when you answer.',
          kept: '1 year after your last answer',
        },
      ]}
    />
  )
}

/** Present only with consent to analytics. */
export function AnalyticsStorage() {
  return (
    <LegalFacts
      facts={[
        {
          name: (
            <>
              <Key>behavior</Key> (storage of the tab)
            </>
          ),
          text: 'What was counted in this visit, so that it goes on from one page to the next.',
          kept: 'until you close the tab or withdraw your permission',
        },
        {
          name: (
            <>
              <Key>_ga</Key> and <Key>_ga_…</Key> (cookies of Google Analytics)
            </>
          ),
          text: 'Only where that service is set up: random numbers that tell one browser from another. The service is told to shorten your network address before it uses it.',
          kept: 'up to 2 years, or until you withdraw your permission',
        },
      ]}
    />
  )
}
