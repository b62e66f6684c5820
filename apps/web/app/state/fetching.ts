import type { Failure } from '../api/api-error.ts'

/** Where a call stands. */
export interface Fetching {
  isLoading: boolean
  /** May stand while loading: the call is then being retried. */
  error: Failure | null
}

export const idle: Fetching = { isLoading: false, error: null }
export const loading: Fetching = { isLoading: true, error: null }
export const failed = (error: Failure): Fetching => ({ isLoading: false, error })
