import type { TrackingSession } from '../tracking/session/session.ts'

/**
 * The store's state. Each slice adds itself to it where it is defined (`declare module`), so thunks and selectors know its
 * type without importing the slices, and `store/store.ts`, which assembles them, does not compile while one is left out.
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
