import type { AnalyticsBatch, TrackedEvent } from '@lastmile/contracts'
import type { AnalyticsEventRow } from '../../platform/database/schema.ts'
import type { KnownWords } from './known-words.ts'
import type { AnalyticsRepository } from './repository.ts'

const dayMs = 24 * 60 * 60 * 1000
/** A page sends every 30 s, but a device can sleep. What claims to be older has a wrong clock. */
const oldestMs = dayMs

export type AnalyticsService = ReturnType<typeof createAnalytics>

/**
 * Behaviour tracking on the server (docs/product.md, section 7). Keeps only what the insights show of an event: no
 * agent string, title, referrer, screen size, language, connection, cookie or address. Visits differ by the page's
 * random id.
 * @param most how long events are kept, and how many; the oldest go first
 */
export function createAnalytics(
  repository: AnalyticsRepository,
  words: KnownWords,
  most: { days: number; events: number },
) {
  function rowOf(event: TrackedEvent, now: Date): AnalyticsEventRow {
    const { character, screen, step, useCase, ...details } = words.properties(event.properties)
    return {
      id: event.id,
      sessionId: event.sessionId,
      occurredAt: believable(event.timestamp, now),
      type: event.type,
      action: event.action ?? null,
      label: event.label ?? null,
      value: event.value ?? null,
      path: words.path(event.page.url),
      character: character ?? null,
      screen: screen ?? null,
      step: step ?? null,
      useCase: useCase ?? null,
      details: JSON.stringify(details),
    }
  }

  return {
    /** @returns how many events are kept now, those of an earlier call included */
    async receive({ events, tags }: AnalyticsBatch, now = new Date()): Promise<number> {
      const visitOf = await repository.insertNew(events.map((event) => rowOf(event, now)))
      // Visits without an event of their own would be counted, and never be too many.
      const kept = events.filter(({ id, sessionId }) => visitOf.get(id) === sessionId)
      await repository.insertNewVisits(
        kept.map(({ sessionId, timestamp, device }) => ({
          sessionId,
          beganAt: believable(timestamp, now),
          device: device.type,
        })),
      )
      const sessionId = kept.at(-1)?.sessionId
      const newest = new Map(tags.map(({ key, value }) => [key, words.tag(key, value)]))
      await repository.putTags(
        [...newest].flatMap(([key, value]) =>
          sessionId === undefined || value === undefined
            ? []
            : [{ sessionId, key, value, updatedAt: now.toISOString() }],
        ),
      )
      return new Set(events.map(({ id }) => id)).size
    },

    /** Deletes old and surplus events. */
    async sweep(now: Date): Promise<void> {
      await repository.deleteBefore(new Date(now.getTime() - most.days * dayMs).toISOString())
      const overflow = await repository.timeOfOverflow(most.events)
      // With those of the same millisecond, so that it never stays above.
      if (overflow) await repository.deleteBefore(new Date(Date.parse(overflow) + 1).toISOString())
    },
  }
}

/** The page's clock, unless it can't be right. */
function believable(timestamp: number, now: Date): string {
  const age = now.getTime() - timestamp
  return (age < 0 || age > oldestMs ? now : new Date(timestamp)).toISOString()
}
