import type { TrackingSession } from '../tracking/session/session.ts'

/**
 * The store's state. Each slice adds itself where it is defined (`declare module`): thunks and selectors get its type
 * without importing it, and `store/store.ts` does not compile while a slice is missing.
 */
export interface RootState {
  /** The session of behaviour tracking, whose reducer is `tracking`'s. */
  behavior: TrackingSession
}

/** What this browser keeps of the state; slices add themselves in the same way. */
export interface PersistedState {
  characters: { currentCharacter: string | null }
  /** What a tab was given, and loses when it is loaded again, is not missing in another one. */
  upload: { uploadedSlug: string | null }
}
