/**
 * The words of behaviour tracking (docs/product.md, section 3). An event holds only these words, numbers and
 * identifiers of content, so it has no place for what a person typed. Brings no validation library, so that a page can
 * use it.
 */

import { personFields } from './constants.ts'

/** Categories of events, and the types of each. */
export const eventTypesByCategory = {
  navigation: ['page_view', 'route_change', 'link_click', 'external_link', 'file_download'],
  engagement: ['button_click', 'time_on_page', 'scroll_depth'],
  form: ['form_submit', 'form_field_focus'],
  onboarding: ['onboarding_start', 'onboarding_step_complete', 'onboarding_abandoned', 'onboarding_complete'],
  connection: ['connection_initiate', 'connection_complete', 'connection_failed', 'qr_code_scan'],
  credential: ['credential_request', 'credential_accept', 'credential_reject', 'credential_view', 'cred_not_received'],
  proof: ['proof_request', 'proof_submit', 'proof_verified', 'proof_failed'],
  contact: ['contact_form_start', 'contact_form_submit', 'contact_form_abandon'],
  problem: ['error_occurred', 'retry_action'],
} as const

export type EventCategory = keyof typeof eventTypesByCategory
export type EventType = (typeof eventTypesByCategory)[EventCategory][number]

export const eventCategories = Object.keys(eventTypesByCategory) as EventCategory[]
export const eventTypes: readonly EventType[] = Object.values(eventTypesByCategory).flat()

export const userTypes = ['personal', 'business', 'anonymous'] as const
export const deviceTypes = ['desktop', 'mobile', 'tablet'] as const
export type DeviceType = (typeof deviceTypes)[number]

/** Scroll depth is reported once for each, in percent of the page. */
export const scrollDepthSteps = [25, 50, 75, 100] as const

/** Forms whose use is tracked, and the names of their fields; never what is in them. */
export const trackedForms = ['contact', 'person-information', 'character-upload'] as const
export const trackedFields = [
  'name',
  'email',
  'phone',
  'subject',
  'message',
  ...personFields,
  'documentImages',
] as const

export const tagKeys = ['character', 'wallet', 'theme', 'entry'] as const
export const defaultTagSource = 'user_action'
export const tagSources = [defaultTagSource, 'page', 'campaign'] as const

/**
 * An identifier chosen by a page's author: `start`, `hero.try-demo`. No space, no @ and no five digits in a row, so
 * that it can't hold an address, a number, a date or a document by mistake.
 */
export const trackedWord = /^(?!.*\d{5})[A-Za-z][A-Za-z0-9_.:-]{0,63}$/

/** Where a link leads: a path of this site, or the host of another. */
export const trackedTarget = /^(?!.*\d{5})(\/[A-Za-z0-9/_-]{0,199}|[a-z0-9-]+(\.[a-z0-9-]+)+)$/

/** A language tag (RFC 5646, section 4.4.1); empty where the browser names none. */
export const trackedLanguage = /^[A-Za-z0-9-]{0,35}$/

/** Stands for every character that a visitor brought along: what is in its file is the visitor's own. */
export const uploadedCharacterSlug = 'uploaded'

export const analyticsLimits = {
  /** Most events in a session (docs/product.md, section 9), and so in one call; older ones are dropped. */
  sessionEvents: 100,
  tags: 20,
  title: 200,
  userAgent: 400,
  /** No name of a host is longer (RFC 1035). */
  target: 253,
  /** Seconds on a page, currency units, or a count. */
  value: 100_000,
} as const

/** Where it is sent to; every page knows this one route, few know the others. */
export const analyticsRoute = { method: 'POST', path: '/demo/analytics/track' } as const

/** Milliseconds between two sendings (docs/product.md, section 9). */
export const analyticsSendInterval = 30_000

/** The page that a visit came in at, as its tag `entry` says it: `home`, `about`, `demo.student`. */
export const entryOf = (path: string) => path.split('/').filter(Boolean).join('.') || 'home'

/** The path that such a tag stands for. */
export const entryPath = (entry: string) => (entry === 'home' ? '/' : `/${entry.replaceAll('.', '/')}`)

const addressOfSite = /^[a-z]+:\/\/([^/?#]*)/i
const otherPage = '/other'

/** Pages of a character that a visitor brought along: what is in its file is the visitor's own. */
const uploadedPage = new RegExp(`^/(demo|uc)/${uploadedCharacterSlug}-.*$`, 's')

/** The path of an address, without its query and fragment; `/other` when it is not one that this site would have. */
export function trackedPath(url: string): string {
  const plain = url.replace(addressOfSite, '').replace(/[?#].*$/s, '') || '/'
  const path = plain.replace(uploadedPage, `/$1/${uploadedCharacterSlug}`)
  return path.startsWith('/') && trackedTarget.test(path) ? path : otherPage
}

/**
 * The referrer that is kept: a path of this site or the host of another one, never its address.
 * @param origin of this site; without it every host counts as another one
 * @returns an empty string when there is nothing to report
 */
export function trackedReferrer(referrer: string, origin?: string): string {
  if (referrer.startsWith('/') || (origin && referrer.startsWith(`${origin}/`))) return trackedPath(referrer)
  const host = addressOfSite.exec(referrer)?.[1] ?? referrer
  const name = host.toLowerCase().replace(/^.*@|:\d+$/g, '')
  return trackedTarget.test(name) ? name : ''
}
