import { randomUUID } from 'node:crypto'
import type { TrackedEvent } from '@lastmile/contracts'

type Changes = Partial<Pick<TrackedEvent, 'id' | 'sessionId' | 'timestamp' | 'type' | 'action' | 'label' | 'value'>> & {
  properties?: TrackedEvent['properties']
  url?: string
  device?: TrackedEvent['device']['type']
}

/** An event as a page sends it. */
export function trackedEvent({
  properties = {},
  url = '/demo',
  device = 'mobile',
  ...changes
}: Changes = {}): TrackedEvent {
  return {
    id: randomUUID(),
    sessionId: randomUUID(),
    timestamp: Date.now(),
    type: 'page_view',
    category: 'navigation',
    properties,
    page: { url, title: 'Demo', referrer: 'www.search.example' },
    user: { type: 'anonymous', isAuthenticated: false, connectionId: null },
    device: { type: device, userAgent: 'Mozilla/5.0 (Canary Phone 7)', screenResolution: '361x801', language: 'ha-NG' },
    context: { source: 'newsletter' },
    ...changes,
  }
}

export const trackedBatch = (...events: Changes[]) => ({
  events: (events.length > 0 ? events : [{}]).map(trackedEvent),
})
