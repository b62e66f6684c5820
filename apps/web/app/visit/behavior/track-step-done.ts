import { track } from '../../tracking/track.ts'
import { trackOnce } from './track-once.ts'

/** How a step ended: by Next, by skipping it, or by itself. */
export type StepEnd = 'next' | 'skip' | 'auto'

/** @param connectionId the connection that the step made, by which it ends by itself in every tab that shows it */
export function trackStepDone(how: StepEnd, connectionId: string | null): void {
  const done = { type: 'onboarding_step_complete', action: how } as const
  if (how === 'auto' && connectionId !== null) trackOnce(connectionId, done)
  else track(done)
}
