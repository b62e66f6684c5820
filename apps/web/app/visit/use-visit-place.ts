import { confirmedPersonPath, confirmedPersonSlug, pickCharacterId } from '@lastmile/contracts/constants'
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { useAppSelector } from '../state/app-thunk.ts'

/** The step of the visit, and the page of the onboarding or use case under way. */
export function useVisitPlace() {
  const { pathname } = useLocation()
  const useCase = useAppSelector((state) => state.useCases.currentUseCase)
  const screen = useAppSelector((state) => state.section.stepCount)
  const character = useAppSelector((state) => state.characters.currentCharacter)
  const { isCompleted, onboardingStep } = useAppSelector((state) => state.onboarding)
  return useMemo(() => {
    const step = [pathname, useCase, screen, onboardingStep].join(' ')
    if (useCase) return { step, path: `/uc/${useCase}` }
    if (isCompleted || onboardingStep === pickCharacterId) return { step }
    return { step, path: character === confirmedPersonSlug ? confirmedPersonPath : '/demo' }
  }, [pathname, useCase, screen, character, isCompleted, onboardingStep])
}
