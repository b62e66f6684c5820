import { uploadedCharacterSlug } from '@lastmile/contracts/analytics'
import { confirmedPersonPath } from '@lastmile/contracts/site'
import { isUploaded } from '@lastmile/contracts/uploaded'
import { confirmedPersonSteps } from '@lastmile/journey'
import type { RootState } from '../../state/root-state.ts'
import type { Scene } from '../../tracking/track.ts'
import { selectFlowStep } from '../confirmed-person/confirmed-person-selectors.ts'
import { selectOnboardingStep, selectOnboardingSteps } from '../onboarding/onboarding-selectors.ts'
import { selectCurrentStep, selectCurrentUseCase } from '../use-cases/use-case-selectors.ts'

/** The visitor's place in the demo; empty elsewhere. An uploaded character is never named. */
export function sceneOf(state: RootState, path: string): Scene {
  const { currentCharacter: character } = state.characters
  const { connectionId } = state.onboarding
  const isFlow = path.replace(/\/$/, '') === confirmedPersonPath
  const isOnboarding = /^\/demo(\/|$)/.test(path)
  if (isUploaded(character)) return { character: uploadedCharacterSlug }
  const visit = character === null ? {} : { character, connectionId }
  if (isFlow) return { ...visit, ...sceneOfFlow(state) }
  if (isOnboarding) return { ...visit, ...sceneOfOnboarding(state) }
  if (path.startsWith('/uc/')) return { ...visit, ...sceneOfUseCase(state) }
  return path === '/dashboard' ? visit : {}
}

function sceneOfOnboarding(state: RootState): Scene {
  const { screenId } = selectOnboardingStep(state).screen
  const index = selectOnboardingSteps(state).findIndex(({ screen }) => screen.screenId === screenId)
  return { screen: screenId, step: Math.max(index, 0) + 1 }
}

function sceneOfFlow(state: RootState): Scene {
  const screen = selectFlowStep(state)
  return { screen, step: confirmedPersonSteps.indexOf(screen) + 1 }
}

function sceneOfUseCase(state: RootState): Scene {
  const useCase = selectCurrentUseCase(state)
  if (!useCase) return {}
  const screen = selectCurrentStep(state)?.screen.screenId
  return { useCase: useCase.id, screen, step: state.section.stepCount + 1 }
}
