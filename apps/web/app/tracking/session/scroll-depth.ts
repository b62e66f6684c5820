import { scrollDepthSteps } from '@lastmile/contracts/analytics'

export type ScrollDepth = (typeof scrollDepthSteps)[number]

/**
 * The 25 % steps passed since the last report, in order; report each once per page.
 *
 * @param percent the part of the page seen, 0 to 100
 * @param reported the deepest step reported on this page, 0 for none
 */
export function scrollDepthsReached(percent: number, reported: number): ScrollDepth[] {
  return scrollDepthSteps.filter((step) => step > reported && step <= percent)
}
