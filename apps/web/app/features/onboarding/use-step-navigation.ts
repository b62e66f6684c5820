import type { OnboardingStep } from '@lastmile/contracts'
import { roleOf } from '@lastmile/contracts/screen-kinds'
import { screenIdBeside } from '@lastmile/journey'
import { useLocation, useNavigate } from 'react-router'
import { isShortWay } from '../../site/short-way.ts'
import { useAppDispatch, useAppSelector, useAppStore } from '../../state/app-thunk.ts'
import { type StepEnd, trackStepDone } from '../../visit/behavior/track-once.ts'
import {
  selectOnboardingStep,
  selectOnboardingSteps,
  selectReachesDashboard,
} from '../../visit/onboarding/onboarding-selectors.ts'
import { onboardingCompleted, onboardingStepSet } from '../../visit/onboarding/onboarding-slice.ts'
import { returnPathOf } from '../../visit/onboarding/reopened-onboarding.ts'
import { selectShortDemoEnd } from '../../visit/onboarding/short-demo.ts'
import { useRestart } from '../../visit/restart.tsx'

/** Moves between the character's steps, and out at the end. */
export function useStepNavigation() {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const navigate = useNavigate()
  const { state } = useLocation()
  const restart = useRestart()
  const steps = useAppSelector(selectOnboardingSteps)
  const { kind, screen } = useAppSelector(selectOnboardingStep)
  const next = screenIdBeside(steps, screen.screenId, 1)
  const previous = screenIdBeside(steps, screen.screenId, -1)

  const goTo = (screenId: string) => void dispatch(onboardingStepSet(screenId))
  const reportDone = (how: StepEnd) => trackStepDone(how, store.getState().onboarding.connectionId)
  const complete = (path: string) => {
    dispatch(onboardingCompleted())
    navigate(path)
  }
  const finish = () => {
    if (selectReachesDashboard(store.getState())) {
      complete(returnPathOf(state) ?? '/dashboard')
    } else {
      void restart('/')
    }
  }

  return {
    goTo,
    /** Skips screens that the visitor does not need. */
    skipTo: (screenId: string) => {
      reportDone('skip')
      goTo(screenId)
    },
    goNext: (how: StepEnd) => {
      reportDone(how)
      if (roleOf(kind) === 'credential' && isShortWay()) complete(selectShortDemoEnd(store.getState()))
      else if (roleOf(kind) === 'end' || next === undefined) finish()
      else goTo(next)
    },
    goBack: () => {
      if (previous !== undefined) goTo(previous)
    },
  }
}

type StepNavigation = ReturnType<typeof useStepNavigation>

export interface StepProps<Step = OnboardingStep> {
  step: Step
  navigation: StepNavigation
}
