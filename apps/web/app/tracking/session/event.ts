import type { EventProperties, TrackedEvent } from '@lastmile/contracts'
import { type EventCategory, type EventType, eventTypesByCategory } from '@lastmile/contracts/analytics'
import type { TrackedDevice } from './device.ts'
import type { TrackedContext, TrackedPage } from './page.ts'

/** An event in the contract's terms; `trackedEvent` adds the rest. */
export interface ReportedEvent {
  /** A UUID, for callers that refer to the event later. */
  id?: string
  type: EventType
  action?: string
  label?: string
  value?: number
  properties?: EventProperties
}

/** The place and time of an event. */
export interface EventContext {
  /** A UUID: the server stores each event once. */
  id: string
  sessionId: string
  /** Milliseconds since 1970. */
  now: number
  page: TrackedPage
  device: TrackedDevice
  context?: TrackedContext
  connectionId?: string | null
}

const categories = Object.entries(eventTypesByCategory) as [EventCategory, readonly EventType[]][]

export function categoryOf(type: EventType): EventCategory {
  return categories.find(([, types]) => types.includes(type))?.[0] ?? 'engagement'
}

/** All visitors are anonymous (docs/product.md, sections 3 and 6). */
export function trackedEvent(reported: ReportedEvent, eventContext: EventContext): TrackedEvent {
  const { id, sessionId, now, page, device, context = {}, connectionId = null } = eventContext
  return {
    id,
    sessionId,
    timestamp: now,
    category: categoryOf(reported.type),
    ...reported,
    properties: reported.properties ?? {},
    page,
    user: { type: 'anonymous', isAuthenticated: false, connectionId },
    device,
    context,
  }
}
