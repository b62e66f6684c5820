import { scrollDepthSteps } from '@lastmile/contracts/analytics'

export type ScrollDepth = (typeof scrollDepthSteps)[number]

/**
 * The steps of 25 % that were passed since the last report, in order; each is to be reported once per page.
 *
 * @param percent of the page that has been seen, 0 to 100
 * @param reported the deepest step reported on this page so far, 0 for none
 */
export function scrollDepthsReached(percent: number, reported: number): ScrollDepth[] {
  return scrollDepthSteps.filter((step) => step > reported && step <= percent)
}
