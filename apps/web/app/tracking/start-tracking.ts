import { entryOf, trackedPath, trackedWord } from '@lastmile/contracts/analytics'
import { onConsent, readConsent, refusesTracking } from '../consent/consent.ts'
import { newId } from './behavior.ts'
import { watchForms } from './forms.ts'
import { forgetKeptSession, keepSession, keptSession } from './kept-session.ts'
import { onPageEnd } from './page-end.ts'
import { reportTimeOnPage, resetPageEngagement, watchPageEngagement } from './page-engagement.ts'
import { watchPresses } from './presses.ts'
import { applyToBehavior, behaviorSession, isShown, pageShown, tag, track } from './track.ts'

/**
 * Tracks page events in memory. Sends and persists them only with consent to analytics; deletes them when the visitor
 * withdraws it. Browsers that refuse tracking are not tracked at all.
 *
 * @returns a function that stops it.
 */
export function startTracking(): () => void {
  if (behaviorSession().profile.totalEvents === 0) takeUpKept()
  applyConsent()
  tagTheme()
  const themeObserver = new MutationObserver(tagTheme)
  themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  // The order matters: events added at the page's end must precede sending and storing.
  const ends = [
    onConsent(applyConsent),
    watchPresses(),
    watchForms(),
    watchPageEngagement(),
    sendOnceAllowed(),
    onPageEnd(keepBetweenPages),
    watchReturn(),
    measureElsewhere(),
    () => themeObserver.disconnect(),
  ]
  return () => {
    for (const end of ends) end()
  }
}

function applyConsent(): void {
  const isAllowed = readConsent().analytics
  const isTracking = !refusesTracking()
  const was = behaviorSession()
  if (was.isTracking !== isTracking) applyToBehavior({ type: 'behavior/trackingSwitched', payload: isTracking })
  if (!isAllowed) forgetKeptSession()
  if (was.isAnalyticsEnabled === isAllowed) return
  applyToBehavior({ type: 'behavior/analyticsSwitched', payload: isAllowed })
  if (!isAllowed) applyToBehavior({ type: 'behavior/sessionCleared', payload: { sessionId: newId(), now: Date.now() } })
}

/** Resumes the stored session while consent stands. */
function takeUpKept(): void {
  const kept = readConsent().analytics ? keptSession() : undefined
  if (kept) applyToBehavior({ type: 'behavior/sessionRestored', payload: kept })
}

function keepBetweenPages(): void {
  applyConsent()
  const session = behaviorSession()
  if (session.isAnalyticsEnabled) keepSession(session)
}

/** Loads its code only with consent. */
function sendOnceAllowed(): () => void {
  let end: (() => void) | undefined
  const load = async () => {
    const { startSending } = await import('./sending.ts')
    return () => startSending(applyConsent)
  }
  const startIfAllowed = () => {
    if (readConsent().analytics) end ??= startLater(load)
  }
  startIfAllowed()
  const ignore = onConsent(startIfAllowed)
  return () => {
    ignore()
    end?.()
  }
}

/** Back and forward may restore a whole page. The visit went on elsewhere meanwhile; the consent may differ now. */
function watchReturn(): () => void {
  const goOn = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    takeUpKept()
    applyConsent()
    track({ type: 'page_view' })
    resetPageEngagement()
  }
  addEventListener('pageshow', goOn)
  return () => removeEventListener('pageshow', goOn)
}

/** On <html>, from the server when the operator has configured a measurement id. */
const measurementId = 'data-measurement-id'

/** Loads its code only with an id. */
function measureElsewhere(): () => void {
  const id = document.documentElement.getAttribute(measurementId)
  if (!id) return () => {}
  return startLater(async () => {
    const { startWebAnalytics } = await import('./web-analytics.ts')
    return () => startWebAnalytics(id)
  })
}

/**
 * Loads code that only some visits need, then starts it.
 *
 * @returns a function that stops it.
 */
function startLater(load: () => Promise<() => () => void>): () => void {
  let isEnded = false
  let end = () => {}
  load()
    .then((start) => {
      if (!isEnded) end = start()
    })
    // A failed load costs the visitor nothing.
    .catch((error: unknown) => console.warn('Code for tracking could not be loaded', error))
  return () => {
    isEnded = true
    end()
  }
}

function tagTheme(): void {
  const { theme } = document.documentElement.dataset
  if (theme) tag('theme', theme, 'page')
}

let isAnyShown = false

/** Reports a page change: the time spent on the old page, the change, the new view. */
export function showPage(path: string): void {
  if (isShown(path)) return
  if (isAnyShown) reportTimeOnPage()
  pageShown(path)
  if (isAnyShown || isFollowed()) track({ type: 'route_change' })
  else tagEntry(path)
  isAnyShown = true
  track({ type: 'page_view' })
  resetPageEngagement()
}

/** Whether a link on another of our pages led here, within one session. */
function isFollowed(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isOurs = document.referrer.startsWith(`${location.origin}/`)
  return isOurs && navigation?.type === 'navigate' && behaviorSession().profile.totalEvents > 0
}

/** Tags the visit's entry page; a visit resumed after a page load already has one. */
function tagEntry(path: string): void {
  if (behaviorSession().profile.totalEvents > 0) return
  const page = entryOf(trackedPath(path))
  if (trackedWord.test(page)) tag('entry', page, 'page')
}
