import type { TrackedEvent, TrackedTag } from '@lastmile/contracts'
import { analyticsLimits, defaultTagSource } from '@lastmile/contracts/analytics'

/** Summary of a session's events (docs/product.md, sections 3 and 4). */
const newProfile = () => ({
  totalEvents: 0,
  /** Milliseconds since 1970; null before the first event. */
  firstSeen: null as number | null,
  lastSeen: null as number | null,
  /** Seconds, from the `time_on_page` events. */
  totalTimeSpent: 0,
  /** Distinct paths in the order of the first visit. */
  pagesVisited: [] as string[],
  conversions: 0,
  onboardingCompleted: false,
  credentialsIssued: 0,
  proofsVerified: 0,
})
type ProfileSummary = ReturnType<typeof newProfile>

/** The summary after one more event. */
function profileWith(profile: ProfileSummary, event: TrackedEvent): ProfileSummary {
  const { type, timestamp, value = 0, page } = event
  const isNewPage = type === 'page_view' && !profile.pagesVisited.includes(page.url)
  const one = (counted: TrackedEvent['type']) => (type === counted ? 1 : 0)
  return {
    totalEvents: profile.totalEvents + 1,
    firstSeen: profile.firstSeen ?? timestamp,
    lastSeen: timestamp,
    totalTimeSpent: profile.totalTimeSpent + one('time_on_page') * value,
    pagesVisited: isNewPage
      ? [...profile.pagesVisited, page.url].slice(0, analyticsLimits.sessionEvents)
      : profile.pagesVisited,
    conversions: profile.conversions + one('connection_complete'),
    onboardingCompleted: profile.onboardingCompleted || type === 'onboarding_complete',
    credentialsIssued: profile.credentialsIssued + one('credential_accept'),
    proofsVerified: profile.proofsVerified + one('proof_verified'),
  }
}

/**
 * A behaviour-tracking session (docs/product.md, sections 3 and 4) as plain data. Functions here are pure; callers
 * supply ids and times.
 *
 * @param sessionId a UUID
 */
export const newSession = (sessionId: string, now: number) => ({
  sessionId,
  /** Always null: the site has no accounts. */
  userId: null as string | null,
  profile: newProfile(),
  /** Unsent events, oldest first. */
  events: [] as TrackedEvent[],
  tags: [] as TrackedTag[],
  /** Whether events and tags are recorded at all. */
  isTracking: true,
  /** Whether they may be sent: only with the visitor's consent. */
  isAnalyticsEnabled: false,
  /** Milliseconds since 1970. */
  sessionStartTime: now,
  lastEventTime: null as number | null,
})
export type TrackingSession = ReturnType<typeof newSession>

/** Stores only the newest events, and counts all in the profile. Does nothing while tracking is off. */
export function addEvent(session: TrackingSession, event: TrackedEvent): TrackingSession {
  if (!session.isTracking) return session
  return {
    ...session,
    events: [...session.events, event].slice(-analyticsLimits.sessionEvents),
    profile: profileWith(session.profile, event),
    lastEventTime: event.timestamp,
  }
}

/** Replaces an earlier tag of the same key. Does nothing while tracking is off. */
export function addTag(
  session: TrackingSession,
  tag: Omit<TrackedTag, 'source'> & Partial<Pick<TrackedTag, 'source'>>,
): TrackingSession {
  if (!session.isTracking) return session
  const others = session.tags.filter(({ key }) => key !== tag.key)
  return { ...session, tags: [...others, { source: defaultTagSource, ...tag }] }
}

/** Deletes events, tags and profile under a new id; both switches stay. */
export function clearSession(session: TrackingSession, sessionId: string, now: number): TrackingSession {
  const { isTracking, isAnalyticsEnabled } = session
  return { ...newSession(sessionId, now), isTracking, isAnalyticsEnabled }
}

export function withTracking(session: TrackingSession, isTracking: boolean): TrackingSession {
  return { ...session, isTracking }
}

export function withAnalytics(session: TrackingSession, isAnalyticsEnabled: boolean): TrackingSession {
  return { ...session, isAnalyticsEnabled }
}

/** Removes these events and keeps newer ones. The profile still counts them: they happened. */
export function withoutEvents(session: TrackingSession, gone: readonly Pick<TrackedEvent, 'id'>[]): TrackingSession {
  const ids = new Set(gone.map(({ id }) => id))
  return { ...session, events: session.events.filter(({ id }) => !ids.has(id)) }
}
