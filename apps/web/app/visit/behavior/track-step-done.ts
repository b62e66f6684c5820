import { track } from '../../tracking/track.ts'
import { trackOnce } from './track-once.ts'

/** The end of a step: Next, skipping, or automatic. */
export type StepEnd = 'next' | 'skip' | 'auto'

/** @param connectionId the step's connection; it ends the step automatically in every tab that shows it */
export function trackStepDone(how: StepEnd, connectionId: string | null | undefined): void {
  const done = { type: 'onboarding_step_complete', action: how } as const
  if (how === 'auto' && connectionId) trackOnce(connectionId, done)
  else track(done)
}
