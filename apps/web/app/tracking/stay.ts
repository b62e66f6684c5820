import { analyticsLimits } from '@lastmile/contracts/analytics'
import { onPageEnd } from './page-end.ts'
import { type ScrollDepth, scrollDepthsReached } from './session/scroll-depth.ts'
import { track } from './track.ts'

/** When the page was last looked at anew; undefined while it is hidden. */
let since: number | undefined
let deepest: ScrollDepth | 0 = 0

/** The visitor looks at a page: one that has just been opened, or this one again. */
function begin(): void {
  since = performance.now()
}

/** Reports the seconds that the page was seen since the last report; nothing while it is hidden. */
export function reportStay(): void {
  if (since === undefined) return
  const seconds = Math.round((performance.now() - since) / 1_000)
  // A screen that stays on for days must not make the whole call one that the server refuses.
  track({ type: 'time_on_page', value: Math.min(seconds, analyticsLimits.value) })
  since = undefined
}

/** Another page shows: its time and its depth begin at nothing. */
export function beginStay(): void {
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

/** Tracks time on page and how far down it was read. Returns a function that ends it. */
export function watchStay(): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'visible') begin()
  }
  const ignoreEnd = onPageEnd(reportStay)
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('scroll', reportDepth, { passive: true })
  return () => {
    ignoreEnd()
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('scroll', reportDepth)
  }
}
