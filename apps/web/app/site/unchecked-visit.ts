import { persistedState } from '@lastmile/contracts/site'

/** The part of a visit that pages without a store read; all of it is unchecked. */
interface UncheckedVisit {
  characters?: { currentCharacter?: unknown }
  onboarding?: { isCompleted?: unknown; onboardingStep?: unknown }
  preferences?: { darkMode?: unknown; completedUseCaseSlugs?: unknown }
}

/** The stored state; an invalid form reads as empty. */
export function uncheckedVisit(): UncheckedVisit {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(persistedState.key) ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
