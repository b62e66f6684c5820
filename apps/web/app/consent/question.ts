import { consentMarks, giveConsent, isAnswered, parseAnswer } from './consent.ts'

export const consentBannerId = 'consent'

const root = () => document.documentElement

/** Asks about optional cookies unless answered, before the first paint: a later change would shift the layout. */
export function ask(): void {
  if (!isAnswered()) root().setAttribute(consentMarks.asked, 'ask')
}

/** Another page or tab may have stored the answer while this one was hidden. */
function lookAgain(): void {
  if (isAnswered()) root().removeAttribute(consentMarks.asked)
}

function takeAnswer({ target }: MouseEvent): void {
  const button = target instanceof Element ? target.closest(`[${consentMarks.answer}]`) : null
  if (button) giveConsent(parseAnswer(button.getAttribute(consentMarks.answer) ?? ''))
}

/** Publishes the banner's height as `--consent-height` for other content at the foot of the window. */
function measureBanner(): void {
  const banner = document.getElementById(consentBannerId)
  if (!banner) return
  // Half a pixel too much would leave a slit in which the page shows.
  const height = () => Math.floor(banner.getBoundingClientRect().height)
  const measure = () => root().style.setProperty('--consent-height', `${height()}px`)
  new ResizeObserver(measure).observe(banner)
}

/** Handles the answer, from here or elsewhere. */
export function watchQuestion(): void {
  addEventListener('click', takeAnswer, { capture: true })
  addEventListener('pageshow', lookAgain)
  document.addEventListener('visibilitychange', lookAgain)
  addEventListener('DOMContentLoaded', measureBanner)
}
