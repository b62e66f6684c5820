import { persistedState } from '@lastmile/contracts/site'

/** What the pages without a store read of a visit; all of it is unchecked. */
interface KeptState {
  characters?: { currentCharacter?: unknown }
  onboarding?: { isCompleted?: unknown; onboardingStep?: unknown }
  preferences?: { darkMode?: unknown; completedUseCaseSlugs?: unknown }
}

/** The stored state; an invalid form reads as empty. */
export function keptState(): KeptState {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(persistedState.key) ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
