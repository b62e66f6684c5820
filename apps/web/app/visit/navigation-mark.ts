import { isObject } from '../api/has-shape.ts'

/** A completed onboarding is shown again; a use case that a revoked credential locks is opened, to see it refused. */
type Mark = 'isReopened' | 'isShownAnyway'

/** Navigation state with the mark, in this tab and after a reload. */
export const marked = (mark: Mark) => ({ [mark]: true })

export const isMarked = (locationState: unknown, mark: Mark) => isObject(locationState) && locationState[mark] === true
