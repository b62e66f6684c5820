import { nextScreenId, previousScreenId } from '@lastmile/journey'
import { useNavigate } from 'react-router'
import { useAppDispatch, useAppSelector, useAppStore } from '../../state/app-thunk.ts'
import { track } from '../../tracking/track.ts'
import { trackOnce } from '../../visit/behavior/track-once.ts'
import {
  selectOnboardingStep,
  selectOnboardingSteps,
  selectReachesDashboard,
} from '../../visit/onboarding/onboarding-selectors.ts'
import { onboardingCompleted, onboardingStepSet } from '../../visit/onboarding/onboarding-slice.ts'
import { useRestart } from '../../visit/restart.tsx'

/** How a step ended: by Next, by skipping it, or by itself. */
type StepEnd = 'next' | 'skip' | 'auto'

/** Moving between the steps of the character's own list, and out at its end. */
export function useStepNavigation() {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const navigate = useNavigate()
  const restart = useRestart()
  const steps = useAppSelector(selectOnboardingSteps)
  const { kind, screen } = useAppSelector(selectOnboardingStep)
  const next = nextScreenId(steps, screen.screenId)
  const previous = previousScreenId(steps, screen.screenId)

  const goTo = (screenId: string) => void dispatch(onboardingStepSet(screenId))
  const reportDone = (how: StepEnd) => {
    const done = { type: 'onboarding_step_complete', action: how } as const
    const { connectionId } = store.getState().onboarding
    // It ends by itself in every tab that shows it.
    if (how === 'auto' && connectionId !== null) trackOnce(connectionId, done)
    else track(done)
  }
  const finish = () => {
    if (selectReachesDashboard(store.getState())) {
      dispatch(onboardingCompleted())
      navigate('/dashboard')
    } else {
      void restart('/')
    }
  }

  return {
    goTo,
    /** Past screens that the visitor does not need. */
    skipTo: (screenId: string) => {
      reportDone('skip')
      goTo(screenId)
    },
    goNext: (how: StepEnd) => {
      reportDone(how)
      if (kind === 'SETUP_COMPLETED' || next === undefined) finish()
      else goTo(next)
    },
    goBack: () => {
      if (previous !== undefined) goTo(previous)
    },
  }
}

export type StepNavigation = ReturnType<typeof useStepNavigation>
