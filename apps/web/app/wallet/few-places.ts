import type { HeldCredential } from '@lastmile/holder'

/** Of a registry with fewer places, it is as good as a name to be in it. */
const enough = 100

export const hasFewPlaces = ({ registrySize = enough }: HeldCredential): boolean => registrySize < enough
