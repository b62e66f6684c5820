import type { HeldCredential } from '@lastmile/holder'

/** Membership in a smaller revocation registry nearly identifies its holder. */
const enough = 100

export const hasFewPlaces = ({ registrySize = enough }: HeldCredential): boolean => registrySize < enough
