/**
 * The kinds of screens (docs/product.md, section 2), each with the fields that it must bring beside title and text. Content
 * rules, step order and views read these same tables. Imports nothing.
 */
export const onboardingKinds = {
  PICK_CHARACTER: [],
  SETUP_START: [],
  /** The identity-document form of the Confirmed Person flow. */
  PERSON_INFORMATION: [],
  CHOOSE_WALLET: [],
  CONNECT: ['issuer_name'],
  ACCEPT_CREDENTIAL: [],
  SETUP_COMPLETED: [],
  GENERIC: [],
} as const

export const useCaseKinds = {
  START: [],
  INFO: [],
  CONNECTION: ['verifier'],
  CREDENTIAL: ['credentials'],
  PROOF: ['verifier', 'requestOptions'],
  PROOF_OOB: ['verifier', 'requestOptions'],
  STEP_END: [],
  END: [],
} as const

export type OnboardingKind = keyof typeof onboardingKinds
export type UseCaseKind = keyof typeof useCaseKinds

/** Several screens of one list may be of these kinds, as CONNECT and CONNECT_2 are: what counts is how the id begins. */
const onboardingPrefixes = ['ACCEPT_CREDENTIAL', 'CONNECT', 'GENERIC'] as const

/** The kind of an onboarding screen with this id; undefined when there is no such kind. */
export function onboardingKindOf(screenId: string): OnboardingKind | undefined {
  if (Object.hasOwn(onboardingKinds, screenId)) return screenId as OnboardingKind
  return onboardingPrefixes.find((kind) => screenId.startsWith(kind))
}

/** Longest first: PROOF_OOB is not a PROOF. */
const useCasePrefixes = (Object.keys(useCaseKinds) as UseCaseKind[]).sort((a, b) => b.length - a.length)

/** The kind of a use case's screen with this id; undefined when there is no such kind. */
export function useCaseKindOf(screenId: string): UseCaseKind | undefined {
  return useCasePrefixes.find((kind) => screenId.startsWith(kind))
}
