import { sleep } from '../../api/retry.ts'
import { newId } from '../../tracking/behavior.ts'
import type { ReportedEvent } from '../../tracking/session/event.ts'
import { applyToBehavior, track } from '../../tracking/track.ts'

/** Milliseconds in which all tabs hear the same news, those that ask for it included; later it is known to be old. */
const claimKept = 60_000

/**
 * Tells what every tab of the visit may hear in the same moment, so that one of them tells it: the first that claims it
 * (Web Locks, which keep nothing beyond the page). It is told at once, where and when it happened, and taken back when
 * another tab was first. Without Web Locks, as on plain http, each tab tells it.
 *
 * @param record what it happened to: the id of a connection, credential or proof
 */
export function trackOnce(record: string, reported: ReportedEvent): void {
  const id = newId()
  track({ ...reported, id })
  navigator.locks
    ?.request(`${reported.type} ${record}`, { ifAvailable: true }, (claim) => {
      if (claim) return sleep(claimKept)
      applyToBehavior({ type: 'behavior/eventsGone', payload: [{ id }] })
    })
    // The browser denies locks to this page: then it is told as without them.
    .catch(() => {})
}
