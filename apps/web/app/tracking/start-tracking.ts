import { trackedWord } from '@lastmile/contracts/analytics'
import { onConsent, readConsent, refusesTracking } from '../consent/consent.ts'
import { newId } from './behavior.ts'
import { watchForms } from './forms.ts'
import { forgetKeptSession, keepSession, keptSession } from './kept-session.ts'
import { watchPresses } from './presses.ts'
import { startSending } from './sending.ts'
import { beginStay, reportStay, watchStay } from './stay.ts'
import { applyToBehavior, behaviorSession, isShown, pageShown, tag, track } from './track.ts'

/**
 * Tracks what happens on the pages, in memory. Only while the visitor agrees to analytics it is sent and kept for the next
 * page load; when they withdraw that, it is deleted. A browser that refuses tracking is not tracked at all.
 *
 * @returns ends it.
 */
export function startTracking(): () => void {
  if (behaviorSession().profile.totalEvents === 0) takeUpKept()
  heedConsent()
  tagTheme()
  const themeObserver = new MutationObserver(tagTheme)
  themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  // In this order: what the page's end adds is sent, and what is left then is kept.
  const ends = [
    onConsent(heedConsent),
    watchPresses(),
    watchForms(),
    watchStay(),
    startSending(heedConsent),
    keepBetweenPages(),
    watchReturn(),
    measureElsewhere(),
    () => themeObserver.disconnect(),
  ]
  return () => {
    for (const end of ends) end()
  }
}

function heedConsent(): void {
  const isAllowed = readConsent().analytics
  const isTracking = !refusesTracking()
  const was = behaviorSession()
  if (was.isTracking !== isTracking) applyToBehavior({ type: 'behavior/trackingSwitched', payload: isTracking })
  if (!isAllowed) forgetKeptSession()
  if (was.isAnalyticsEnabled === isAllowed) return
  applyToBehavior({ type: 'behavior/analyticsSwitched', payload: isAllowed })
  if (!isAllowed) applyToBehavior({ type: 'behavior/sessionCleared', payload: { sessionId: newId(), now: Date.now() } })
}

/** Goes on with what the tab kept, as long as that is agreed to. */
function takeUpKept(): void {
  const kept = readConsent().analytics ? keptSession() : undefined
  if (kept) applyToBehavior({ type: 'behavior/sessionRestored', payload: kept })
}

function keepBetweenPages(): () => void {
  const keep = () => {
    heedConsent()
    const session = behaviorSession()
    if (session.isAnalyticsEnabled) keepSession(session)
  }
  const onVisibility = () => document.visibilityState === 'hidden' && keep()
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('pagehide', keep)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('pagehide', keep)
  }
}

/**
 * Back and forward can bring a whole page back as it was left. The visit went on elsewhere meanwhile, and the answer to the
 * question may have changed.
 */
function watchReturn(): () => void {
  const goOn = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    takeUpKept()
    heedConsent()
    track({ type: 'page_view' })
    beginStay()
  }
  addEventListener('pageshow', goOn)
  return () => removeEventListener('pageshow', goOn)
}

/** On <html>, put there by the server where the operator has set a measurement id. */
const measurementId = 'data-measurement-id'

/** Without an id, not even the code for it is loaded. */
function measureElsewhere(): () => void {
  const id = document.documentElement.getAttribute(measurementId)
  let isEnded = false
  let end = () => {}
  const start = async (found: string) => {
    const { startWebAnalytics } = await import('./web-analytics.ts')
    if (!isEnded) end = startWebAnalytics(found)
  }
  // When it can't be loaded, nothing of the visitor's has failed.
  if (id) start(id).catch((error: unknown) => console.warn('Web analytics could not be loaded', error))
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

/** Reports that another page shows: the time spent on the one before, the change, the view. */
export function showPage(path: string): void {
  if (isShown(path)) return
  if (isAnyShown) {
    reportStay()
    pageShown(path)
    track({ type: 'route_change' })
  } else {
    pageShown(path)
    tagEntry(path)
  }
  isAnyShown = true
  track({ type: 'page_view' })
  beginStay()
}

/** Where the visit came in; a visit that goes on after a page load has come in before. */
function tagEntry(path: string): void {
  if (behaviorSession().profile.totalEvents > 0) return
  const page = path.replaceAll('/', ' ').trim().replaceAll(' ', '.') || 'home'
  if (trackedWord.test(page)) tag('entry', page, 'page')
}
