import { consentMarks } from '../../../consent/consent.ts'
import { Button } from '../../../ui/button.tsx'
import { LegalFacts } from '../blocks/legal-facts.tsx'
import { LegalText } from '../blocks/legal-text.tsx'
import { AnalyticsStorage, EssentialStorage } from './stored-in-the-browser.tsx'

/** Cookies Policy (docs/product.md, sections 2 and 9). */
export function CookiesPage() {
  return (
    <LegalText
      title="Cookies Policy"
      effective="May 1, 2024"
      lead="What this site keeps in your browser, for how long, and what you can choose. Each section begins with what it means, in one sentence."
      sections={[
        {
          id: 'what-cookies-are',
          title: 'Cookies and browser storage',
          inShort: 'They are small notes that a site leaves in your browser and reads again later.',
          body: (
            <p>
              A cookie goes back to the server with every call. Browser storage stays on your device until a page reads
              it. This policy covers both, and calls both cookies where the difference does not matter.
            </p>
          ),
        },
        {
          id: 'kinds-and-lifetimes',
          title: 'Four kinds, and how long they last',
          inShort:
            'Essential ones need no permission. Of the other three we use analytics alone, and you decide about it.',
          body: (
            <LegalFacts
              facts={[
                {
                  name: 'Essential',
                  text: 'Without them, what you ask for would not work.',
                  kept: 'up to 1 year, or for the session',
                },
                {
                  name: 'Functional',
                  text: 'They remember conveniences beyond what you asked for.',
                  kept: 'up to 1 year',
                },
                {
                  name: 'Analytics',
                  text: 'They count what is used, so that we can improve it.',
                  kept: 'up to 2 years',
                },
                {
                  name: 'Marketing',
                  text: 'They measure which advertisement or link brought you here.',
                  kept: 'up to 1 year',
                },
              ]}
            />
          ),
        },
        {
          id: 'essential',
          title: 'Essential',
          inShort: 'They run the demo and remember your own choices; just reading needs none of them.',
          body: <EssentialStorage />,
        },
        {
          id: 'functional',
          title: 'Functional',
          inShort: 'We use no functional cookies today.',
          body: (
            <p>
              They would remember conveniences beyond what you ask for. The light or dark look counts as essential,
              because it is written only when you ask for it.
            </p>
          ),
        },
        {
          id: 'analytics',
          title: 'Analytics',
          inShort: 'Nothing of this kind is stored or sent before you allow it.',
          body: (
            <>
              <p>
                With your permission, our own count of pages, steps and buttons is sent to our server, under a random
                number of the visit. It holds nothing that you entered and nothing from a credential. Where we have set
                up a web-analytics service as well, it is loaded only after you agreed.
              </p>
              <AnalyticsStorage />
            </>
          ),
        },
        {
          id: 'marketing',
          title: 'Marketing',
          inShort: 'We use no marketing cookies today.',
          body: (
            <p>
              Where a web-analytics service is set up, it is told that it may not use what it counts for advertising. If
              we use marketing cookies one day, this section will name them first, and we will ask you before one is
              set.
            </p>
          ),
        },
        {
          id: 'other-companies',
          title: 'Cookies of other companies',
          inShort: 'Without your consent, no other company learns from our pages that you were here.',
          body: (
            <p>
              Fonts, pictures and code come from our own server, and there are no embedded videos, maps or buttons of
              social networks. When you follow a link to another site, that site’s own rules apply.
            </p>
          ),
        },
        {
          id: 'your-choices',
          title: 'Your choices',
          inShort: 'You can allow or refuse each optional kind, and change your mind at any time.',
          body: (
            <>
              <p>
                Refusing changes nothing about what you can read or try. Switching a kind off deletes what it has kept
                in your browser, and nothing more is sent; what was counted until then names nobody, and our server
                deletes it after <a href="/privacy#how-long">90 days at most</a>. “Cookie settings” at the foot of every
                page opens the same choices.
              </p>
              <Button size="small" className="noscript:hidden" {...{ [consentMarks.opener]: '' }}>
                Open cookie settings
              </Button>
              <p className="hidden noscript:block">
                Scripts are switched off in your browser, so nothing optional runs and there is nothing to choose.
              </p>
            </>
          ),
        },
        {
          id: 'your-browser',
          title: 'Settings of your browser',
          inShort: 'Your browser can delete or block everything that we keep in it.',
          body: (
            <>
              <p>
                Look in its settings for cookies and site data. If you delete ours, the demo begins again and can no
                longer revoke what it issued to you before; the credentials in your wallet stay. If you block them, you
                can read every page, but the demo cannot tell what is yours.
              </p>
              <p>
                If your browser sends the Global Privacy Control signal, we take it as a no to every optional kind for
                as long as it does, whatever you chose before.
              </p>
            </>
          ),
        },
        {
          id: 'changes-and-contact',
          title: 'Changes and questions',
          inShort: 'This page always shows what holds now; ask us when something is unclear.',
          body: (
            <p>
              When we add a cookie, it appears here, and an optional one waits for your permission. The{' '}
              <a href="/privacy">Privacy Policy</a> says what we do with data, the{' '}
              <a href="/terms">Terms and Conditions</a> how the site may be used. Questions go to our{' '}
              <a href="/contact">contact page</a>.
            </p>
          ),
        },
      ]}
    />
  )
}
