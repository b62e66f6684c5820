import { confirmedPersonName } from '@lastmile/contracts/constants'
import type { ConfirmedPersonStep } from '@lastmile/journey'
import { useLocation, useNavigate } from 'react-router'
import { withdrawOffers } from '../../exchanges/issuing/issuance-thunks.ts'
import { useAppDispatch, useAppSelector, useAppStore } from '../../state/app-thunk.ts'
import { confirmedPersonFinished } from '../../state/demo-actions.ts'
import { type StepEnd, trackStepDone } from '../../visit/behavior/track-once.ts'
import {
  selectFlowConnection,
  selectFlowNavigation,
  selectFlowReachesDashboard,
  selectFlowStep,
} from '../../visit/confirmed-person/confirmed-person-selectors.ts'
import { flowStepSet } from '../../visit/confirmed-person/confirmed-person-slice.ts'
import { onboardingStepSet } from '../../visit/onboarding/onboarding-slice.ts'
import { returnPathOf } from '../../visit/onboarding/reopened-onboarding.ts'
import { useRestart } from '../../visit/restart.tsx'

/** Moving between the five steps, and out at the end. */
export function useFlowNavigation() {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const navigate = useNavigate()
  const { state } = useLocation()
  const restart = useRestart()
  const step = useAppSelector(selectFlowStep)
  const { next, previous } = useAppSelector(selectFlowNavigation)

  const goTo = (target: ConfirmedPersonStep) => {
    dispatch(flowStepSet(target))
    // A reload resumes here.
    dispatch(onboardingStepSet(target))
    // Leaves no offer behind for a wallet to accept.
    if (step === 'ACCEPT_CREDENTIAL' && target !== 'SETUP_COMPLETED') {
      void dispatch(withdrawOffers([confirmedPersonName]))
    }
  }
  const reportDone = (how: StepEnd) => trackStepDone(how, selectFlowConnection(store.getState())?.id)
  const finish = () => {
    if (selectFlowReachesDashboard(store.getState())) {
      dispatch(confirmedPersonFinished())
      navigate(returnPathOf(state) ?? '/dashboard')
    } else {
      restart('/')
    }
  }

  return {
    goTo,
    goNext: (how: StepEnd) => {
      reportDone(how)
      if (next === undefined) finish()
      else goTo(next)
    },
    /** Skips accepting too: it needs a wallet. */
    skipConnection: () => {
      reportDone('skip')
      goTo('SETUP_COMPLETED')
    },
    goBack: previous && (() => goTo(previous)),
  }
}

export type FlowNavigation = ReturnType<typeof useFlowNavigation>
