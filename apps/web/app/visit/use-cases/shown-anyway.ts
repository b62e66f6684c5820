import { isObject } from '../../api/has-shape.ts'

/** Navigation state that opens a use case which a revoked credential locks, to see it refused. */
export const shownAnyway = { isShownAnyway: true }

export const isShownAnyway = (locationState: unknown) => isObject(locationState) && locationState.isShownAnyway === true
