import { sleep } from '../../api/retry.ts'
import { newId } from '../../tracking/behavior.ts'
import type { ReportedEvent } from '../../tracking/session/event.ts'
import { applyToBehavior, track } from '../../tracking/track.ts'

/** Milliseconds in which all tabs, polling ones included, see the same news; later it counts as old. */
const claimKept = 60_000

/**
 * Tracks an event that every tab may see at once: the first to claim its Web Lock keeps the event. Each tab records it
 * immediately and removes it if another tab was first. Without Web Locks, as on plain http, every tab keeps it.
 *
 * @param record id of the connection, credential or proof concerned
 */
export function trackOnce(record: string, reported: ReportedEvent): void {
  const id = newId()
  track({ ...reported, id })
  navigator.locks
    ?.request(`${reported.type} ${record}`, { ifAvailable: true }, (claim) => {
      if (claim) return sleep(claimKept)
      applyToBehavior({ type: 'behavior/eventsGone', payload: [{ id }] })
    })
    // The browser denies locks: every tab keeps the event.
    .catch(() => {})
}

/** The end of a step: Next, skipping, or automatic. */
export type StepEnd = 'next' | 'skip' | 'auto'

/** @param connectionId the step's connection; it ends the step automatically in every tab that shows it */
export function trackStepDone(how: StepEnd, connectionId: string | null | undefined): void {
  const done = { type: 'onboarding_step_complete', action: how } as const
  if (how === 'auto' && connectionId) trackOnce(connectionId, done)
  else track(done)
}
