import { analyticsLimits } from '@lastmile/contracts/analytics'
import { onPageEnd } from './page-end.ts'
import { type ScrollDepth, scrollDepthsReached } from './session/scroll-depth.ts'
import { track } from './track.ts'

/** Start of the current look at the page; undefined while it is hidden. */
let since: number | undefined
let deepest: ScrollDepth | 0 = 0

/** The page became visible, new or again. */
function begin(): void {
  since = performance.now()
}

/** Reports the visible seconds since the last report; nothing while hidden. */
export function reportTimeOnPage(): void {
  if (since === undefined) return
  const seconds = Math.round((performance.now() - since) / 1_000)
  // A page left open for days must not exceed the limit: the server would refuse the whole call.
  track({ type: 'time_on_page', value: Math.min(seconds, analyticsLimits.value) })
  since = undefined
}

/** A new page starts with zero time and depth. */
export function resetPageEngagement(): void {
  deepest = 0
  if (document.visibilityState === 'visible') begin()
}

function reportDepth(): void {
  const { scrollHeight } = document.documentElement
  const percent = Math.min(100, Math.ceil(((scrollY + innerHeight) / scrollHeight) * 100))
  for (const depth of scrollDepthsReached(percent, deepest)) {
    deepest = depth
    track({ type: 'scroll_depth', value: depth, properties: { depth } })
  }
}

/** Tracks the time on the page and the scroll depth. Returns a function that stops it. */
export function watchPageEngagement(): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'visible') begin()
  }
  const ignoreEnd = onPageEnd(reportTimeOnPage)
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('scroll', reportDepth, { passive: true })
  return () => {
    ignoreEnd()
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('scroll', reportDepth)
  }
}
