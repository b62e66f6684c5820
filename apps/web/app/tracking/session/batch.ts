import type { AnalyticsBatch, TrackedEvent } from '@lastmile/contracts'
import type { TrackingSession } from './session.ts'

/**
 * Browsers limit the pending calls of a closing page to 64 KiB in total (Fetch standard, "inflight keepalive bytes").
 * One call takes at most half: a pending one leaves room for the last.
 */
const mostLetters = 32 * 1024

/** What to send next; undefined when nothing may be sent or there is nothing to send. */
export function nextBatch({ isAnalyticsEnabled, events, tags }: TrackingSession): AnalyticsBatch | undefined {
  return isAnalyticsEnabled && events.length > 0 ? { events, tags } : undefined
}

/** The call's body: whole, or where that would be too large, without what the server does not keep. */
export function bodyOf({ events, tags }: AnalyticsBatch): string {
  const whole = JSON.stringify({ events, tags })
  return whole.length > mostLetters ? JSON.stringify({ events: events.map(withoutDetails), tags }) : whole
}

/** The fields that are left out are those with a default in the contract. */
function withoutDetails({ page, user, device, context, ...event }: TrackedEvent) {
  return { ...event, page: { url: page.url }, user: {}, device: { type: device.type } }
}
