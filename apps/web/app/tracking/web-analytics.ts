import type { TrackedEvent } from '@lastmile/contracts'
import { type Consent, onConsent, readConsent } from '../consent/consent.ts'
import { behaviorSession, onTracked } from './track.ts'

const loader = 'https://www.googletagmanager.com/gtag/js'

/** Value of a sent contact message (docs/product.md, section 7). */
const contactConversion = { value: 1, currency: 'USD' }

type Layer = { dataLayer?: unknown[] } & Record<string, unknown>
const layer = () => window as unknown as Layer

/** Like the service's own snippet: it reads `arguments`, not an array. */
function gtag(..._: unknown[]): void {
  // biome-ignore lint/complexity/noArguments: see above
  layer().dataLayer?.push(arguments)
}

const signalsOf = ({ analytics }: Consent) => ({
  analytics_storage: analytics ? 'granted' : 'denied',
  functionality_storage: 'denied',
  personalization_storage: 'denied',
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
})

/**
 * A use case may bear a visitor's own name, and a short link stands for an invitation. Our server drops unknown names;
 * third parties can't. The properties name our own use cases.
 */
const withoutOwnNames = (place: string) => place.replace(/^\/(uc|i)\/.*/, '/$1')

/** An address without its query, which is private: a page of ours, or another site's host. */
const addressOf = (place: string) => (place.startsWith('/') ? `${location.origin}${withoutOwnNames(place)}` : place)

function forward(event: TrackedEvent): void {
  const { type, category, action, label, value, page } = event
  const place = { page_location: addressOf(page.url), page_title: page.title, page_referrer: addressOf(page.referrer) }
  const { target } = event.properties
  const properties = { ...event.properties, ...(target && { target: withoutOwnNames(target) }) }
  gtag('set', place)
  gtag('event', type, { ...place, event_category: category, action, event_label: label, value, ...properties })
  if (type === 'contact_form_submit') gtag('event', 'conversion', { ...place, ...contactConversion })
}

function load(id: string, consent: Consent): void {
  layer().dataLayer = []
  gtag('consent', 'default', signalsOf(consent))
  gtag('js', new Date())
  gtag('config', id, {
    anonymize_ip: true,
    send_page_view: false,
    page_location: addressOf(location.pathname),
    page_referrer: '',
  })
  const script = document.createElement('script')
  script.async = true
  script.src = `${loader}?id=${id}`
  document.head.append(script)
}

/** Its cookies, on this host and on the parent domain where the service puts them. */
function deleteCookies(): void {
  const names = document.cookie.split(/;\s*/).map((pair) => pair.split('=')[0] ?? '')
  const parts = location.hostname.split('.')
  const domains = ['', ...parts.map((_, index) => `;domain=${parts.slice(index).join('.')}`)]
  for (const name of names.filter((each) => /^_g(a|id|at)/.test(each))) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
    for (const domain of domains) document.cookie = `${name}=;path=/;max-age=0${domain}`
  }
}

/**
 * Forwards tracked events to the operator's web analytics, only with consent to analytics (docs/product.md, section 7).
 * It loads after the page view and the consent, and sends that view first.
 *
 * @param id of the measurement
 * @returns a function that stops it.
 */
export function startWebAnalytics(id: string): () => void {
  let isLoaded = false
  let stopForwarding: (() => void) | undefined

  const applyConsent = () => {
    const consent = readConsent()
    layer()[`ga-disable-${id}`] = !consent.analytics
    if (isLoaded) gtag('consent', 'update', signalsOf(consent))
    if (!consent.analytics) {
      stopForwarding?.()
      stopForwarding = undefined
      deleteCookies()
      return
    }
    if (!isLoaded) load(id, consent)
    isLoaded = true
    if (stopForwarding) return
    // Another tab may have withdrawn consent while this one was visible.
    stopForwarding = onTracked((event) => (readConsent().analytics ? forward(event) : applyConsent()))
    const view = behaviorSession().events.findLast(({ type }) => type === 'page_view')
    if (view) forward(view)
  }

  applyConsent()
  const ignore = onConsent(applyConsent)
  return () => {
    ignore()
    stopForwarding?.()
  }
}
