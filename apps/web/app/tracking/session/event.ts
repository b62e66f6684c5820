import type { EventProperties, TrackedEvent } from '@lastmile/contracts'
import {
  analyticsLimits,
  type DeviceType,
  type EventCategory,
  type EventType,
  eventTypesByCategory,
  trackedLanguage,
  trackedPath,
  trackedReferrer,
  trackedWord,
} from '@lastmile/contracts/analytics'

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

type TrackedDevice = TrackedEvent['device']

const mobileAgent = /Mobi|Android|iPhone|iPod|BlackBerry|Opera Mini|IEMobile/i

/** From the user agent alone (docs/product.md, section 3): an iPad is a tablet, any other mobile agent is mobile. */
export function deviceTypeOf(userAgent: string): DeviceType {
  if (userAgent.includes('iPad')) return 'tablet'
  return mobileAgent.test(userAgent) ? 'mobile' : 'desktop'
}

/**
 * The device part of an event.
 *
 * @param screen in CSS pixels
 * @param language a tag such as `en-NG`; dropped if invalid, such as `en-US@posix` on some systems
 */
export function deviceOf(
  userAgent: string,
  screen: { width: number; height: number },
  language: string,
): TrackedDevice {
  return {
    type: deviceTypeOf(userAgent),
    userAgent: userAgent.slice(0, analyticsLimits.userAgent),
    screenResolution: `${Math.round(screen.width)}x${Math.round(screen.height)}`,
    language: trackedLanguage.test(language) ? language : '',
  }
}

type TrackedPage = TrackedEvent['page']
type TrackedContext = TrackedEvent['context']

/**
 * The page part of an event: only paths of our addresses, only hosts of other sites.
 *
 * @param origin of this site
 */
export function pageOf(page: { url: string; title: string; referrer: string; origin: string }): TrackedPage {
  return {
    url: trackedPath(page.url),
    title: page.title.slice(0, analyticsLimits.title),
    referrer: trackedReferrer(page.referrer, page.origin),
  }
}

/**
 * The visit's source, from the query of the link that led here.
 *
 * @param parameter returns a query parameter, or null
 */
export function contextOf(parameter: (name: string) => string | null): TrackedContext {
  const word = (name: string) => {
    const value = parameter(name)
    return value && trackedWord.test(value) ? value : undefined
  }
  return { source: word('utm_source'), campaign: word('utm_campaign'), medium: word('utm_medium') }
}
