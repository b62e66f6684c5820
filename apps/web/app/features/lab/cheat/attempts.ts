import type { Protocol } from '@lastmile/contracts'
import type { CheatName } from '@lastmile/lab/cheats'

/** In the order of the page, from plain to subtle. A type alone ties them to the lab: its cheats are in the worker. */
export const attempts = {
  didcomm: [
    ...['changedValue', 'falseCondition', 'lowerBound', 'otherAttribute', 'friendsCard', 'twoHolders', 'twoCards'],
    ...['otherKind', 'revokedCard', 'silence', 'replay', 'ownIssuer'],
  ],
  openid4vc: [
    ...['unsignedClaim', 'claimTwice', 'addedLater', 'noBinding', 'friendsCopy', 'otherType', 'revokedCopy'],
    ...['endedCopy', 'oldAnswer', 'otherVerifier', 'oldSignature', 'ownChain'],
  ],
} as const satisfies Record<Protocol, readonly CheatName[]>
