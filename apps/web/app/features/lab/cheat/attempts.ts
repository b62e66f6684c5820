import type { Protocol } from '@lastmile/contracts'
import type { CheatName } from '@lastmile/lab/cheats'

/** In the order of the page, from plain to subtle. A type alone ties them to the lab: its cheats are in the worker. */
export const attempts = {
  didcomm: [
    'changedValue',
    'falseCondition',
    'lowerBound',
    'otherAttribute',
    'unrevealed',
    'selfAttested',
    'friendsCard',
    'twoHolders',
    'twoCards',
    'otherKind',
    'revokedCard',
    'silence',
    'replay',
    'ownIssuer',
    'ownRegistry',
    'noCard',
    'tooMuch',
  ],
  openid4vc: [
    'tooYoung',
    'flippedAge',
    'ageLeftOut',
    'unsignedClaim',
    'claimTwice',
    'addedLater',
    'noBinding',
    'friendsCopy',
    'otherType',
    'revokedCopy',
    'endedCopy',
    'oldAnswer',
    'otherVerifier',
    'oldSignature',
    'otherPurpose',
    'otherRequest',
    'oneMore',
    'relabelled',
    'ownChain',
    'algNone',
  ],
} as const satisfies Record<Protocol, readonly CheatName[]>

/** Taken by the verifier: the last of the page. */
export const notCaught = {
  didcomm: ['friendsPhone'],
  openid4vc: ['friendsPhoneToo', 'twoPeople'],
} as const satisfies Record<Protocol, readonly CheatName[]>

export type NotCaught = (typeof notCaught)[Protocol][number]

export const isNotCaught = (name: string): name is NotCaught =>
  Object.values(notCaught).some((names: readonly string[]) => names.includes(name))
