import { sharedState, tabState } from './persisted-state.ts'
import { shapeOf } from './shape.ts'

/** Shapes of the stored state; the build puts the data in this module's place, as it does for answers (record 42). */

export const sharedStateShape = shapeOf(sharedState)

export const tabStateShape = shapeOf(tabState)
