import type { TrackedEvent } from '@lastmile/contracts'
import { analyticsLimits } from '@lastmile/contracts/analytics'

/** Summary of a session's events (docs/product.md, sections 3 and 4). */
export const newProfile = () => ({
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
export type ProfileSummary = ReturnType<typeof newProfile>

/** The summary after one more event. */
export function profileWith(profile: ProfileSummary, event: TrackedEvent): ProfileSummary {
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
