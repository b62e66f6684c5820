import type { SharedState, TabState } from '@lastmile/contracts'
import { sharedStateShape, tabStateShape } from '@lastmile/contracts/persisted-shapes'
import type { Shape } from '@lastmile/contracts/shape'

/** The stored slices before anything is stored: a first visit, a new tab. */
export const initialShared = initialOf<SharedState>(sharedStateShape)
export const initialTab = initialOf<TabState>(tabStateShape)

function initialOf<State>({ properties, default: initial }: Shape): State {
  if (!properties) return initial as State
  return Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, initialOf(shape)])) as State
}
