import type { TrackedEvent } from '@lastmile/contracts'
import { analyticsLimits } from '@lastmile/contracts/analytics'

/** Summary of a session's events (docs/product.md, sections 3 and 4). */
export interface ProfileSummary {
  totalEvents: number
  /** Milliseconds since 1970; null before the first event. */
  firstSeen: number | null
  lastSeen: number | null
  /** Seconds, from the `time_on_page` events. */
  totalTimeSpent: number
  /** Distinct paths in the order of the first visit. */
  pagesVisited: string[]
  conversions: number
  onboardingCompleted: boolean
  credentialsIssued: number
  proofsVerified: number
}

export function newProfile(): ProfileSummary {
  return {
    totalEvents: 0,
    firstSeen: null,
    lastSeen: null,
    totalTimeSpent: 0,
    pagesVisited: [],
    conversions: 0,
    onboardingCompleted: false,
    credentialsIssued: 0,
    proofsVerified: 0,
  }
}

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
