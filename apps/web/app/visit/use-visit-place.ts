import {
  answerRefusals,
  confirmedPersonPath,
  confirmedPersonSlug,
  pickCharacterId,
} from '@lastmile/contracts/constants'
import { hasRole, roleOf, type ScreenRole } from '@lastmile/contracts/screen-kinds'
import { credentialLabel } from '@lastmile/journey'
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { useAppSelector } from '../state/app-thunk.ts'
import { selectCurrentCharacter } from '../state/characters/character-selectors.ts'
import type { RootState } from '../state/root-state.ts'
import { selectShortStory } from './onboarding/short-demo.ts'
import { selectCurrentStep } from './use-cases/use-case-selectors.ts'

const quietRoles: readonly ScreenRole[] = ['start', 'page', 'end']

/** The step of the visit, and the page of the onboarding or use case under way. */
export function useVisitPlace() {
  const { pathname } = useLocation()
  const useCase = useAppSelector((state) => state.useCases.currentUseCase)
  const screen = useAppSelector((state) => state.section.stepCount)
  const character = useAppSelector((state) => state.characters.currentCharacter)
  const { isCompleted, onboardingStep } = useAppSelector((state) => state.onboarding)
  const isQuiet = useAppSelector(selectIsQuiet)
  const story = useAppSelector(selectShortStory)
  const wait = useAppSelector(selectWait)
  const page = useAskingPage()
  return useMemo(() => {
    const step = [pathname, useCase, screen, onboardingStep].join(' ')
    if (useCase) return { step, path: `/uc/${useCase}`, isQuiet, page, wait }
    if (isCompleted || onboardingStep === pickCharacterId) return { step, isQuiet: pathname === '/dashboard' }
    return { step, path: character === confirmedPersonSlug ? confirmedPersonPath : '/demo', story, wait }
  }, [story, wait, pathname, useCase, screen, character, isCompleted, onboardingStep, isQuiet, page])
}

/** The request of the current step, and what its verifier made of the answer. */
function useAskingPage() {
  const step = useAppSelector(selectCurrentStep)
  const { verified, refusal } = useAppSelector(({ proof }) => proof)
  return useMemo(() => {
    if (!step || !hasRole(step, 'proof')) return undefined
    const isRefused = answerRefusals.some((candidate) => candidate === refusal)
    const verdict = isRefused ? ('not-accepted' as const) : verified ? ('accepted' as const) : undefined
    return { verifier: step.screen.verifier.name, purpose: step.screen.requestOptions.title, verdict }
  }, [step, verified, refusal])
}

/** The credential whose keys are being made: a sheet of the wallet covers what the page says of it. */
function selectWait(state: RootState): string | undefined {
  const character = selectCurrentCharacter(state)
  const { preparing } = state.credentials
  return character && preparing ? credentialLabel(character, preparing) : undefined
}

/** Whether the use case is at a screen that offers and asks nothing. */
function selectIsQuiet(state: RootState): boolean {
  const step = selectCurrentStep(state)
  return step !== undefined && quietRoles.includes(roleOf(step.kind))
}
