import { consentMarks, isAnswered, parseAnswer } from './consent.ts'
import { giveConsent } from './give-consent.ts'

export const consentBannerId = 'consent'

const root = () => document.documentElement

/** Asks about optional cookies unless answered, before the first paint: a later change would shift the layout. */
export function ask(): void {
  if (!isAnswered()) root().setAttribute(consentMarks.asked, 'ask')
}

/** Another page or tab may have taken the answer by the time this one is looked at again. */
function lookAgain(): void {
  if (isAnswered()) root().removeAttribute(consentMarks.asked)
}

function takeAnswer({ target }: MouseEvent): void {
  const button = target instanceof Element ? target.closest(`[${consentMarks.answer}]`) : null
  if (button) giveConsent(parseAnswer(button.getAttribute(consentMarks.answer) ?? ''))
}

/** The banner's height goes to `--consent-height`, for what else stands at the foot of the window. */
function measureBanner(): void {
  const banner = document.getElementById(consentBannerId)
  if (!banner) return
  const measure = () => root().style.setProperty('--consent-height', `${banner.offsetHeight}px`)
  new ResizeObserver(measure).observe(banner)
}

/** Takes the answer to the question, here or elsewhere. */
export function watchQuestion(): void {
  addEventListener('click', takeAnswer, { capture: true })
  addEventListener('pageshow', lookAgain)
  document.addEventListener('visibilitychange', lookAgain)
  addEventListener('DOMContentLoaded', measureBanner)
}
