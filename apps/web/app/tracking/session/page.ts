import type { TrackedEvent } from '@lastmile/contracts'
import { analyticsLimits, trackedPath, trackedReferrer, trackedWord } from '@lastmile/contracts/analytics'

export type TrackedPage = TrackedEvent['page']
export type TrackedContext = TrackedEvent['context']

/**
 * The page part of an event: only paths of our addresses, only hosts of other sites.
 *
 * @param origin of this site
 */
export function pageOf(page: { url: string; title: string; referrer: string; origin: string }): TrackedPage {
  return {
    url: trackedPath(page.url),
    title: page.title.slice(0, analyticsLimits.title),
    referrer: trackedReferrer(page.referrer, page.origin),
  }
}

/**
 * The visit's source, from the query of the link that led here.
 *
 * @param parameter returns a query parameter, or null
 */
export function contextOf(parameter: (name: string) => string | null): TrackedContext {
  const word = (name: string) => {
    const value = parameter(name)
    return value && trackedWord.test(value) ? value : undefined
  }
  return { source: word('utm_source'), campaign: word('utm_campaign'), medium: word('utm_medium') }
}
