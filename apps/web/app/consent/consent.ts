/** What a visitor may agree to, besides what the site cannot do without (docs/product.md, section 7; /cookies). */
export const consentCategories = ['analytics', 'functional', 'marketing'] as const

export type ConsentCategory = (typeof consentCategories)[number]
export type Consent = Record<ConsentCategory, boolean>

/** Stores the answer. Raise the version when the question changes: every visitor is asked again. */
export const consentCookie = { name: 'consent', version: 1, maxAge: 365 * 24 * 60 * 60 } as const

/** Attributes and events that the markup and the scripts share. */
export const consentMarks = {
  /** On <html> while the question is open. */
  asked: 'data-consent',
  /** On a button: the answer that pressing it gives, in the form of `answerOf`. */
  answer: 'data-consent-answer',
  /** On a link or button: pressing it shows the settings. */
  opener: 'data-consent-opener',
  changed: 'consentchange',
} as const

export const nothingOptional: Consent = { analytics: false, functional: false, marketing: false }
export const everything: Consent = { analytics: true, functional: true, marketing: true }

/** The end of the cookie's value: `.analytics.marketing`. */
export function answerOf(consent: Consent): string {
  return consentCategories
    .filter((category) => consent[category])
    .map((category) => `.${category}`)
    .join('')
}

/** What `answerOf` wrote. */
export function parseAnswer(answer: string): Consent {
  const agreed = answer.split('.')
  return {
    analytics: agreed.includes('analytics'),
    functional: agreed.includes('functional'),
    marketing: agreed.includes('marketing'),
  }
}

/**
 * The answer in a cookie header of the form `consent=1.2026-11-21.analytics`: version, day, categories agreed to.
 *
 * @returns undefined where nothing was answered, or an earlier version of the question.
 */
export function parseConsent(cookies: string): Consent | undefined {
  const pair = cookies.split(/;\s*/).find((each) => each.startsWith(`${consentCookie.name}=`))
  const [version, , ...agreed] = pair?.slice(consentCookie.name.length + 1).split('.') ?? []
  return version === String(consentCookie.version) ? parseAnswer(agreed.join('.')) : undefined
}

/** Whether the browser asks every site not to track (Global Privacy Control). It outweighs any answer given before. */
export function refusesTracking(): boolean {
  return (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

/** What the visitor agrees to now. */
export function readConsent(): Consent {
  return refusesTracking() ? nothingOptional : (parseConsent(document.cookie) ?? nothingOptional)
}

/** Whether there is nothing to ask: the visitor has answered, or the browser has for them. */
export const isAnswered = () => refusesTracking() || parseConsent(document.cookie) !== undefined

/**
 * Calls back at every answer; another tab's is noticed when this one is looked at again.
 *
 * @returns stops it.
 */
export function onConsent(listener: () => void): () => void {
  addEventListener(consentMarks.changed, listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    removeEventListener(consentMarks.changed, listener)
    document.removeEventListener('visibilitychange', listener)
  }
}
