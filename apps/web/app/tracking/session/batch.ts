import type { AnalyticsBatch, TrackedEvent } from '@lastmile/contracts'
import type { TrackingSession } from './session.ts'

/**
 * Browsers limit the pending calls of a closing page to 64 KiB in total (Fetch standard, "inflight keepalive bytes").
 * One call takes at most half: a pending one leaves room for the last.
 */
const mostLetters = 32 * 1024

/** The next batch; undefined when sending is not allowed or nothing is left. */
export function nextBatch({ isAnalyticsEnabled, events, tags }: TrackingSession): AnalyticsBatch | undefined {
  return isAnalyticsEnabled && events.length > 0 ? { events, tags } : undefined
}

/** The call's body; if too large, without the parts that the server does not store. */
export function bodyOf({ events, tags }: AnalyticsBatch): string {
  const whole = JSON.stringify({ events, tags })
  return whole.length > mostLetters ? JSON.stringify({ events: events.map(withoutDetails), tags }) : whole
}

/** The contract has defaults for the omitted fields. */
function withoutDetails({ page, user, device, context, ...event }: TrackedEvent) {
  return { ...event, page: { url: page.url }, user: {}, device: { type: device.type } }
}
