import type { TrackingSession } from '../tracking/session/session.ts'

/**
 * The store's state. Each slice adds itself where it is defined (`declare module`): thunks and selectors get its type
 * without importing it, and `store/store.ts` does not compile while a slice is missing.
 */
export interface RootState {
  /** The tracking session; `tracking` owns its reducer. */
  behavior: TrackingSession
}
