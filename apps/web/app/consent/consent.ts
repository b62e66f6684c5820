/**
 * Optional categories that the site uses, besides the required storage. Of functional and marketing cookies, which
 * docs/product.md, section 7, and /cookies name too, there are none: only what exists is asked about.
 */
export const consentCategories = ['analytics'] as const

export type ConsentCategory = (typeof consentCategories)[number]
export type Consent = Record<ConsentCategory, boolean>

/** Stores the answer. Raise the version when the question changes: every visitor is asked again. */
export const consentCookie = { name: 'consent', version: 1, maxAge: 365 * 24 * 60 * 60 } as const

/** Attributes and events shared by markup and scripts. */
export const consentMarks = {
  /** On <html> while the question is open. */
  asked: 'data-consent',
  /** On a button: the answer it gives, in the format of `answerOf`. */
  answer: 'data-consent-answer',
  /** On a link or button that opens the settings. */
  opener: 'data-consent-opener',
  changed: 'consentchange',
} as const

export const nothingOptional: Consent = { analytics: false }
export const everything: Consent = { analytics: true }

/** The end of the cookie's value: `.analytics`. */
export function answerOf(consent: Consent): string {
  return consentCategories
    .filter((category) => consent[category])
    .map((category) => `.${category}`)
    .join('')
}

/** Inverse of `answerOf`. */
export const parseAnswer = (answer: string): Consent => ({ analytics: answer.split('.').includes('analytics') })

/**
 * The answer in a cookie header of the form `consent=1.2026-11-21.analytics`: version, day, accepted categories.
 *
 * @returns undefined without an answer to the question's current version.
 */
export function parseConsent(cookies: string): Consent | undefined {
  const pair = cookies.split(/;\s*/).find((each) => each.startsWith(`${consentCookie.name}=`))
  const [version, , ...agreed] = pair?.slice(consentCookie.name.length + 1).split('.') ?? []
  return version === String(consentCookie.version) ? parseAnswer(agreed.join('.')) : undefined
}

/** Whether the browser sends Global Privacy Control. It overrides any earlier answer. */
export function refusesTracking(): boolean {
  return (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

/** The visitor's current consent. */
export function readConsent(): Consent {
  return refusesTracking() ? nothingOptional : (parseConsent(document.cookie) ?? nothingOptional)
}

/** Whether the visitor, or the browser for them, has answered. */
export const isAnswered = () => refusesTracking() || parseConsent(document.cookie) !== undefined

/**
 * Calls back at every answer; another tab's is noticed when this one becomes visible.
 *
 * @returns a function that stops it.
 */
export function onConsent(listener: () => void): () => void {
  addEventListener(consentMarks.changed, listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    removeEventListener(consentMarks.changed, listener)
    document.removeEventListener('visibilitychange', listener)
  }
}

/** Stores the answer, closes the question and notifies all listeners. */
export function giveConsent(consent: Consent): void {
  const day = new Date().toISOString().slice(0, 10)
  const secure = location.protocol === 'https:' ? ';secure' : ''
  const { name, version, maxAge } = consentCookie
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  document.cookie = `${name}=${version}.${day}${answerOf(consent)};path=/;max-age=${maxAge};samesite=lax${secure}`
  document.documentElement.removeAttribute(consentMarks.asked)
  dispatchEvent(new Event(consentMarks.changed))
}
