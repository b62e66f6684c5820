import type { Character, OnboardingStep, UseCase } from '@lastmile/contracts'
import { confirmedPersonPath, confirmedPersonSlug } from '@lastmile/contracts/constants'
import { type NavigateOptions, useLocation } from 'react-router'
import { isObject } from '../../api/has-shape.ts'

/**
 * Arguments for `navigate`: reopens a completed onboarding at the screen that issues a missing credential. Its end
 * leads back to the use case at `returnTo`.
 */
export const onboardingPage = (character: string, screenId: string, returnTo: string): [string, NavigateOptions] => [
  character === confirmedPersonSlug ? confirmedPersonPath : '/demo',
  { state: { screenId, returnTo } },
]

/** The requested screen, if this onboarding has it. */
export function wantedScreen(locationState: unknown, steps: readonly OnboardingStep[]): string | undefined {
  const wanted = isObject(locationState) ? locationState.screenId : undefined
  return steps.find(({ screen }) => screen.screenId === wanted)?.screen.screenId
}

/** The use case that the visitor left for the page, and returns to at its end. */
export function returnPathOf(locationState: unknown): string | undefined {
  const path = isObject(locationState) ? locationState.returnTo : undefined
  return typeof path === 'string' && path.startsWith('/uc/') ? path : undefined
}

/** The use case that the visitor came from, and returns to at the end of the onboarding. */
export function useReturn({ useCases }: Character): UseCase | undefined {
  const path = returnPathOf(useLocation().state)
  return useCases.find(({ id }) => path === `/uc/${id}`)
}
