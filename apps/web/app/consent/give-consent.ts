import { answerOf, type Consent, consentCookie, consentMarks } from './consent.ts'

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
